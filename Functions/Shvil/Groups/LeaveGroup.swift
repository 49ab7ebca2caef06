import Edge
import Foundation

/// Removes the caller from a group, and answers with the deleted row.
///
/// A creator who leaves hands the group over to the member who joined first after them; a group without members is
/// deleted. The hunts of the group that the member created go to another member. Triggers do this on either engine, so
/// that it also holds for rows that are deleted past the host.
let leaveGroup = Function("leave_social_group", access: .user) { (input: GroupReference, context) in
  try await remove(context.userID, from: input.groupID, context)
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Removes the caller from a group.")
  .errors(.groupNotFound, .permissionDenied("Only the creator may do this"))

/// Removes a member from a group: another one by its creator alone. A user who is no member is no error.
let removeGroupMember = Function("remove_group_member", access: .user) { (input: MemberReference, context) in
  try await remove(input.userID, from: input.groupID, context)
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Removes a member from a group: another one by its creator alone.")
  .errors(.groupNotFound, .permissionDenied("Only the creator may do this"))

struct MemberReference: Codable {
  let groupID: UUID
  let userID: UUID

  enum CodingKeys: String, CodingKey {
    case groupID = "group_id"
    case userID = "user_id"
  }
}

private func remove(
  _ memberID: UUID, from groupID: UUID, _ context: Context<UserAccess>
) async throws -> [GroupMember] {
  let userID = context.userID
  let statements = context.database.dialect.holding(group: groupID) + [.standing(of: userID, in: groupID)]

  // Another try, since the transaction can be in a deadlock with the erasure of the member who is handed the group.
  return try await context.database.transaction(retries: 3) { transaction in
    guard let standing = try await transaction.batch(statements).last?.first else { throw FunctionError.groupNotFound }
    guard try memberID == userID || standing.get("is_creator") else {
      throw FunctionError.permissionDenied("Only the creator of the group may remove members")
    }
    let rows = try await transaction.query(
      """
      DELETE FROM group_members WHERE group_id = \(groupID) AND user_id = \(memberID)
      RETURNING id, group_id, user_id, joined_at
      """)
    return try rows.map { try GroupMember($0) }
  }
}
