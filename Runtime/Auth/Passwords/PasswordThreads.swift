import Dispatch
import Host
import Synchronization

/// The threads that hash passwords, in the order of ``PasswordQueue``. No event loop hashes: a hash takes a core for
/// some 60 ms, and 32 MiB of memory.
final class PasswordThreads: Sendable {
  private let queue = Mutex(PasswordQueue<CheckedContinuation<Bool, Never>>())
  private let threads = DispatchQueue(label: "swiftlet.passwords", attributes: .concurrent)

  /// Computes on a thread, once one is free.
  ///
  /// - Parameter client: the client's address; nil for one whose places are not counted: the host's own socket, or the
  ///   service role. Texts that are no address count as one network.
  /// - Throws: ``AuthError`` 503 if too many wait already; what the computation throws.
  func run<Value: Sendable>(
    of client: String?, _ compute: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    // The limits on tries count each /64, of which an IPv6 site has thousands: here they are one.
    let network = client.map { ClientNetwork($0)?.site.description ?? "" }
    guard await enter(of: network) else {
      throw AuthError.unavailable("Too many passwords are being checked, try again later")
    }
    defer { queue.withLock { $0.leave() }?.resume(returning: true) }
    // The client may have left during the wait.
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      threads.async { continuation.resume(with: Result(catching: compute)) }
    }
  }

  /// Waits for a thread; false if too many wait.
  private func enter(of network: String?) async -> Bool {
    await withCheckedContinuation { continuation in
      switch queue.withLock({ $0.enter(continuation, of: network) }) {
      case .starts: continuation.resume(returning: true)
      case .waits: break
      case .isRefused: continuation.resume(returning: false)
      }
    }
  }
}
