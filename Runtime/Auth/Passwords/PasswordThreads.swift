import Dispatch
import Synchronization

/// The threads that hash passwords, in the order of ``PasswordQueue``. No event loop hashes: a hash takes a core for
/// some 60 ms, and 32 MiB of memory.
final class PasswordThreads: Sendable {
  private let queue = Mutex(PasswordQueue<CheckedContinuation<Bool, Never>>())
  private let threads = DispatchQueue(label: "swiftlet.passwords", attributes: .concurrent)

  /// Computes on a thread, once one is free.
  ///
  /// - Throws: ``AuthError`` 503 if too many wait already; what the computation throws.
  func run<Value: Sendable>(_ compute: @escaping @Sendable () throws -> Value) async throws -> Value {
    guard await enter() else { throw AuthError.unavailable("Too many passwords are being checked, try again later") }
    defer { queue.withLock { $0.leave() }?.resume(returning: true) }
    // The client may have left during the wait.
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      threads.async { continuation.resume(with: Result(catching: compute)) }
    }
  }

  /// Waits for a thread.
  ///
  /// - Returns: whether there is one; false if too many wait.
  private func enter() async -> Bool {
    await withCheckedContinuation { continuation in
      switch queue.withLock({ $0.enter(continuation) }) {
      case .starts: continuation.resume(returning: true)
      case .waits: break
      case .isRefused: continuation.resume(returning: false)
      }
    }
  }
}
