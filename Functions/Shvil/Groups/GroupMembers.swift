import Edge
import Foundation

/// The members of a group of the caller, in the order in which they joined.
let groupMembers = Function("group_members", access: .user) { (input: GroupReference, context) in
  guard try await context.database.first(.standing(of: context.userID, in: input.groupID)) != nil else {
    throw FunctionError.groupNotFound
  }
  let rows = try await context.database.query(.members(of: input.groupID))
  return rows.readable(of: "group_members", context.logger) { try GroupMember($0) }
}.limitedAsSearch().readOnly()
  .described("Lists the members of a group of the caller, in the order in which they joined.")
  .errors(.groupNotFound)

extension SQL {
  /// Selects at most 1,000 members: a group of an earlier version may have more than the limit.
  static func members(of groupID: UUID) -> SQL {
    """
    SELECT m.id, m.group_id, m.user_id, \(displayName) AS display_name, m.joined_at
    FROM group_members m JOIN users u ON u.id = m.user_id
    WHERE m.group_id = \(groupID) ORDER BY m.joined_at, m.user_id LIMIT 1000
    """
  }

  /// Selects whether a user created a group; no row if the user is not in it.
  static func standing(of userID: UUID, in groupID: UUID) -> SQL {
    """
    SELECT g.created_by = \(userID) AS is_creator FROM social_groups g
    WHERE g.id = \(groupID) AND \(isInGroup(userID))
    """
  }
}
