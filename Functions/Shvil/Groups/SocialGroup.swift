import Edge
import Foundation

/// A group in the shape of the app's model.
struct SocialGroup: Codable {
  let id: UUID
  let name: String
  let description: String?
  let createdBy: UUID
  let inviteCode: String
  let qrCode: String
  let memberCount: Int
  let createdAt: Date
  let updatedAt: Date

  /// - Parameter row: a row of ``SQL/groupColumns``.
  init(_ row: Row) throws {
    id = try row.get("id")
    name = try row.get("name")
    description = try row.get("description")
    createdBy = try row.get("created_by")
    inviteCode = try row.get("invite_code")
    qrCode = GroupCode.address(of: inviteCode)
    memberCount = try row.get("member_count")
    createdAt = try row.get("created_at")
    updatedAt = try row.get("updated_at")
  }

  enum CodingKeys: String, CodingKey {
    case id, name, description
    case createdBy = "created_by"
    case inviteCode = "invite_code"
    case qrCode = "qr_code"
    case memberCount = "member_count"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

extension SQL {
  /// The columns of a group `g`. Longer texts, which a client of the tables could once write, are cut.
  static let groupColumns: SQL = """
    g.id, substr(g.name, 1, 100) AS name, substr(g.description, 1, 1000) AS description, g.created_by, g.invite_code,
    (SELECT count(*) FROM group_members m WHERE m.group_id = g.id) AS member_count, g.created_at, g.updated_at
    """

  /// The condition that a user is a member of a group `g`, or its creator.
  static func isInGroup(_ userID: UUID) -> SQL {
    """
    (g.created_by = \(userID)
      OR EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = g.id AND m.user_id = \(userID)))
    """
  }

  /// Selects a group of a user; no row if the user is not in it.
  static func group(_ id: UUID, of userID: UUID) -> SQL {
    "SELECT \(groupColumns) FROM social_groups g WHERE g.id = \(id) AND \(isInGroup(userID))"
  }
}
