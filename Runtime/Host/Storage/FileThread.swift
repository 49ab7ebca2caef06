import Dispatch

/// Runs calls of the file system in order on a separate queue, since an event loop must not wait for a disk.
struct FileThread: Sendable {
  private let queue = DispatchQueue(label: "swiftlet.files")

  /// Runs a call that may block.
  func run<Value: Sendable>(_ call: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: call()) }
    }
  }
}
