import Edge
import Foundation

/// Adds the caller to the group of an invite code, and answers with the group. Joining again has the same answer.
///
/// Wrong codes count with those of Swivo's sessions: after ten within a minute every code is refused with 429
/// `RATE_LIMIT_EXCEEDED` until a minute has passed.
let joinGroup = Function("join_social_group", access: .user) { (input: GroupInvitation, context) in
  let userID = context.userID
  let now = context.clock.now
  let hold = context.database.dialect.lockingRows(of: "g")
  let lookup = GroupCode.spellings(of: input.code).map { code in
    SQL.group(of: code.typed, or: code.canonical, hold: hold)
  }

  return try await context.join(by: lookup, orElse: .groupNotFound) { transaction, group in
    let groupID: UUID = try group.get("id")
    try await transaction.holdUser(userID, at: now)
    try await transaction.makeMember(userID, of: groupID, at: now)
    guard let row = try await transaction.first(.group(groupID, of: userID)) else { throw FunctionError.groupNotFound }
    return try SocialGroup(row)
  }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Adds the caller to the group of an invite code.")
  .errors(.userNotFound, .groupNotFound, .groupLimitReached, .groupFull)

struct GroupInvitation: Codable {
  let code: String

  enum CodingKeys: String, CodingKey { case code = "invite_code" }
}

extension Transaction {
  /// Adds a user to a group unless the user is a member. The transaction holds both rows.
  fileprivate func makeMember(_ userID: UUID, of groupID: UUID, at now: Date) async throws {
    guard let counts = try await first(.memberships(of: userID, in: groupID)) else { return }
    guard try !counts.get("is_member", as: Bool.self) else { return }
    guard try counts.get("member_count") < GroupLimits.members else { throw FunctionError.groupFull }
    guard try counts.get("group_count") < GroupLimits.groups else { throw FunctionError.groupLimitReached }
    try await addMember(userID, to: groupID, at: now)
  }

  /// Inserts a member's row unless there is one.
  func addMember(_ userID: UUID, to groupID: UUID, at now: Date) async throws {
    try await execute(
      """
      INSERT INTO group_members (id, group_id, user_id, joined_at) VALUES (\(UUID()), \(groupID), \(userID), \(now))
      ON CONFLICT (group_id, user_id) DO NOTHING
      """)
  }
}

extension FunctionError {
  fileprivate static let groupFull = limitReached(
    "MEMBER_LIMIT_REACHED", "The group is full: it has \(GroupLimits.members) members", limit: GroupLimits.members)
}

extension SQL {
  static func group(of code: String, or canonical: String, hold: SQL) -> SQL {
    "SELECT g.id FROM social_groups g WHERE g.invite_code IN (\(code), \(canonical)) LIMIT 1 \(hold)"
  }

  /// Selects whether a user is a member of a group, how many members it has, and how many groups the user has.
  static func memberships(of userID: UUID, in groupID: UUID) -> SQL {
    """
    SELECT
      EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = \(groupID) AND m.user_id = \(userID)) AS is_member,
      (SELECT count(*) FROM group_members m WHERE m.group_id = \(groupID)) AS member_count,
      (SELECT count(*) FROM group_members m WHERE m.user_id = \(userID)) AS group_count
    """
  }
}
