import Edge
import Foundation

/// The locks of Shvil's groups and hunts, which order concurrent changes. SQLite needs no lock.
///
/// A group is locked before a user, and a user before a hunt, so that no two transactions wait for each other. An erasure
/// is the exception: it locks the user first, then the user's groups and hunts. Both the erasure and the transactions that
/// hand groups and hunts over are tried again after a deadlock.
extension SQLDialect {
  /// The end of a `SELECT … FROM social_groups g` that locks the group.
  var holdingGroup: SQL {
    switch self {
    case .sqlite: ""
    case .postgres: "FOR NO KEY UPDATE OF g"
    }
  }

  /// The statement before a change of a group's members, or of the group, which locks the group.
  func holding(group id: UUID) -> [SQL] {
    switch self {
    case .sqlite: []
    case .postgres: ["SELECT FROM social_groups g WHERE g.id = \(id) \(holdingGroup)"]
    }
  }

  /// The statement before a change of a hunt, which locks the hunt.
  func holding(hunt id: UUID) -> [SQL] {
    switch self {
    case .sqlite: []
    case .postgres: ["SELECT FROM scavenger_hunts h WHERE h.id = \(id) FOR NO KEY UPDATE OF h"]
    }
  }

  /// The statement before a submission, which keeps the hunt of the checkpoint from changing until it is stored.
  /// Submissions do not wait for each other.
  func holding(huntOf checkpointID: UUID) -> [SQL] {
    switch self {
    case .sqlite: []
    case .postgres:
      [
        """
        SELECT FROM scavenger_hunts h JOIN hunt_checkpoints c ON c.hunt_id = h.id
        WHERE c.id = \(checkpointID) FOR SHARE OF h
        """
      ]
    }
  }
}
