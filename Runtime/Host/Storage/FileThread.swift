import Dispatch

/// The thread on which the host calls the file system, one call after another: a loop must not wait for a disk.
struct FileThread: Sendable {
  private let queue = DispatchQueue(label: "swiftlet.files")

  /// Runs a call that may block.
  func run<Value: Sendable>(_ call: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: call()) }
    }
  }
}
