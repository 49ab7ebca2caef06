import Dispatch

/// Runs calls of the file system in order on a separate queue, since an event loop must not wait for a disk.
struct FileThread: Sendable {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  /// Runs a call that may block.
  func run<Value: Sendable>(_ call: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: call()) }
    }
  }

  /// Runs a call that may block and may be refused.
  func attempt<Value: Sendable>(
    _ call: @escaping @Sendable () throws(StorageRefusal) -> Value
  ) async throws(StorageRefusal) -> Value {
    try await run { Result { () throws(StorageRefusal) in try call() } }.get()
  }
}
