import FoundationEssentials
import Synchronization

/// The bytes of the uploads in hand, by user. They count for the quota before their files have names.
final class UploadsInHand: Sendable {
  /// The bytes of one upload, which count until ``end()``.
  final class Upload: Sendable {
    private let uploads: UploadsInHand
    private let user: UUID
    /// The bytes that all uploads of the user may have.
    private let room: Int
    private let bytes: Mutex<Int>

    fileprivate init(_ uploads: UploadsInHand, _ user: UUID, room: Int, bytes: Int) {
      self.uploads = uploads
      self.user = user
      self.room = room
      self.bytes = Mutex(bytes)
    }

    deinit { end() }

    /// Counts the bytes that have come, where they are more than were declared; false if there is no room for them.
    func grow(to count: Int) -> Bool {
      bytes.withLock { bytes in
        guard count > bytes else { return true }
        guard uploads.add(count - bytes, of: user, room: room) else { return false }
        bytes = count
        return true
      }
    }

    func end() {
      bytes.withLock { bytes in
        uploads.subtract(bytes, of: user)
        bytes = 0
      }
    }
  }

  private let users = Mutex<[UUID: Int]>([:])

  /// Begins an upload of a declared length; nil if there is no room for it.
  ///
  /// - Parameter room: the bytes that all uploads of the user may have.
  func begin(_ bytes: Int, of user: UUID, room: Int) -> Upload? {
    add(bytes, of: user, room: room) ? Upload(self, user, room: room, bytes: bytes) : nil
  }

  func bytes(of user: UUID) -> Int { users.withLock { $0[user, default: 0] } }

  private func add(_ bytes: Int, of user: UUID, room: Int) -> Bool {
    users.withLock { users in
      let sum = users[user, default: 0] + bytes
      guard sum <= room else { return false }
      users[user] = sum
      return true
    }
  }

  private func subtract(_ bytes: Int, of user: UUID) {
    users.withLock { users in
      guard let sum = users[user] else { return }
      users[user] = sum > bytes ? sum - bytes : nil
    }
  }
}
