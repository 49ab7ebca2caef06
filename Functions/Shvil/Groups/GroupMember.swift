import Edge
import Foundation

/// A member of a group: its row, and the user's name.
struct GroupMember: Codable {
  let id: UUID
  let groupID: UUID
  let userID: UUID
  /// The user's display name, or else the user name; nil for a user without either, and for a row that was deleted.
  let displayName: String?
  let joinedAt: Date

  init(_ row: Row) throws {
    id = try row.get("id")
    groupID = try row.get("group_id")
    userID = try row.get("user_id")
    displayName = row.columns.contains("display_name") ? try row.get("display_name") : nil
    joinedAt = try row.get("joined_at")
  }

  enum CodingKeys: String, CodingKey {
    case id
    case groupID = "group_id"
    case userID = "user_id"
    case displayName = "display_name"
    case joinedAt = "joined_at"
  }
}

extension SQL {
  /// The name of a user `u` that others see. A longer one, which users can write, is cut.
  static let displayName: SQL = "substr(coalesce(u.display_name, u.username), 1, 100)"
}
