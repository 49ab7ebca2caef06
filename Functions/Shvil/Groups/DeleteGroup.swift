import Edge
import Foundation

/// Deletes a group with its hunts, and answers with the deleted group; only its creator may.
let deleteGroup = Function("delete_social_group", access: .user) { (input: GroupReference, context) in
  let groupID = input.groupID
  let userID = context.userID
  let statements =
    context.database.dialect.holding(group: groupID)
    + [.standing(of: userID, in: groupID), .group(groupID, of: userID)]

  return try await context.database.transaction(retries: 3) { transaction in
    let answers = try await transaction.batch(statements)
    guard let group = answers.last?.first, let standing = answers.dropLast().last?.first else {
      throw FunctionError.groupNotFound
    }
    guard try standing.get("is_creator") else {
      throw FunctionError.permissionDenied("Only the creator of the group may delete it")
    }
    try await transaction.execute("DELETE FROM social_groups WHERE id = \(groupID)")
    return [try SocialGroup(group)]
  }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Deletes a group with its hunts; only its creator may.")
  .errors(.groupNotFound, .permissionDenied("Only the creator may do this"))
