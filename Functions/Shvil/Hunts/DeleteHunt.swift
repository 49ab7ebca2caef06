import Edge
import Foundation

/// Deletes a hunt with its checkpoints and submissions, and answers with the deleted hunt; only its creator may.
let deleteHunt = Function("delete_scavenger_hunt", access: .user) { (input: HuntReference, context) in
  let huntID = input.huntID
  let userID = context.userID
  let statements = context.database.dialect.holding(hunt: huntID) + [.hunt(huntID, for: userID)]

  return try await context.database.transaction(retries: 3) { transaction in
    guard let row = try await transaction.batch(statements).last?.first else { throw FunctionError.huntNotFound }
    let hunt = try ScavengerHunt(row)
    guard hunt.createdBy == userID else {
      throw FunctionError.permissionDenied("Only the creator of the hunt may delete it")
    }
    try await transaction.execute("DELETE FROM scavenger_hunts WHERE id = \(huntID)")
    return [hunt]
  }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Deletes a hunt with its checkpoints and submissions; only its creator may.")
  .errors(.huntNotFound, .permissionDenied("Only the creator may do this"))
