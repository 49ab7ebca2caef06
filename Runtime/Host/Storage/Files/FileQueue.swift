import Dispatch

/// Runs calls of the file system in order on a separate queue, since an event loop must not wait for a disk.
struct FileQueue: Sendable {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  /// Runs a call that may block.
  func run<Value: Sendable>(_ call: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: call()) }
    }
  }

  /// Runs a call that may block and may fail.
  func attempt<Value: Sendable, Failure: Error>(
    _ call: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await run { Result { () throws(Failure) in try call() } }.get()
  }
}
