import Edge
import Foundation

/// The locks of Shvil's groups and hunts, which order concurrent changes.
///
/// A group is locked before a user, and a user before a hunt, so that no two transactions wait for each other. An
/// erasure is the exception: it locks the user first, then the user's groups and hunts. Both the erasure and the
/// transactions that hand groups and hunts over are tried again after a deadlock.
extension SQLDialect {
  /// Locks a group.
  func holding(group id: UUID) -> [SQL] {
    locking("SELECT FROM social_groups g WHERE g.id = \(id) \(lockingRows(of: "g"))")
  }

  /// Locks a hunt.
  func holding(hunt id: UUID) -> [SQL] {
    locking("SELECT FROM scavenger_hunts h WHERE h.id = \(id) \(lockingRows(of: "h"))")
  }

  /// Keeps the hunt of a checkpoint from changing until a submission is stored. Submissions do not wait for each other.
  func holding(huntOf checkpointID: UUID) -> [SQL] {
    locking(
      """
      SELECT FROM scavenger_hunts h JOIN hunt_checkpoints c ON c.hunt_id = h.id
      WHERE c.id = \(checkpointID) FOR SHARE OF h
      """)
  }
}
