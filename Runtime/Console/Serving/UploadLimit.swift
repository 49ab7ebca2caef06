import Synchronization

/// The bound on files that are received at the same time, and so on the room that they take.
final class UploadLimit: Sendable {
  private static let most = 2

  private let count = Mutex(0)

  /// Begins to receive a file.
  ///
  /// - Returns: whether there is room for it. Then ``leave()`` follows.
  func enter() -> Bool {
    count.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
  }

  func leave() { count.withLock { $0 -= 1 } }
}
