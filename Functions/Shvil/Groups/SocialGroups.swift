import Edge
import Foundation

/// The groups of the caller, newest first, at most 200.
let socialGroups = Function("social_groups", access: .user) { context in
  let rows = try await context.database.query(.groups(of: context.userID))
  return rows.readable(of: "social_groups", context.logger) { try SocialGroup($0) }
}.limited(shvilLimit, as: "shvil").readOnly()
  .described("Lists the groups of the caller, newest first.")

/// One group of the caller, as a list.
let socialGroup = Function("social_group", access: .user) { (input: GroupReference, context) in
  guard let row = try await context.database.first(.group(input.groupID, of: context.userID)) else {
    throw FunctionError.groupNotFound
  }
  return [try SocialGroup(row)]
}.limited(shvilLimit, as: "shvil").readOnly()
  .described("Answers with one group of the caller, as a list.")
  .errors(.groupNotFound)

extension SQL {
  static func groups(of userID: UUID) -> SQL {
    """
    SELECT \(groupColumns) FROM social_groups g
    WHERE g.id IN (
      SELECT group_id FROM group_members WHERE user_id = \(userID)
      UNION SELECT id FROM social_groups WHERE created_by = \(userID))
    ORDER BY g.created_at DESC, g.id DESC LIMIT 200
    """
  }
}
