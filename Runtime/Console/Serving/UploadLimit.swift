import Synchronization

/// The limit of files that are received at the same time, which also bounds the disk space that they take.
final class UploadLimit: Sendable {
  private static let most = 2

  private let count = Mutex(0)

  /// Begins to receive a file.
  ///
  /// - Returns: whether the file may be received. If so, the caller calls ``leave()`` at its end.
  func enter() -> Bool {
    count.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
  }

  func leave() { count.withLock { $0 -= 1 } }
}
