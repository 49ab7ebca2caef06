import Edge
import Foundation

/// The checkpoints of a hunt that the caller may see, in their order.
let huntCheckpoints = Function("hunt_checkpoints", access: .user) { (input: HuntReference, context) in
  let database = context.database
  guard try await database.first(.huntSeen(by: context.userID, input.huntID)) != nil else {
    throw FunctionError.huntNotFound
  }
  let rows = try await database.query(.checkpoints(of: input.huntID, database.dialect))
  return rows.readable(of: "hunt_checkpoints", context.logger) { try Checkpoint($0) }
}.limited(shvilLimit, as: "shvil").readOnly()
  .described("Lists the checkpoints of a hunt that the caller may see, in their order.")
  .errors(.huntNotFound)

extension SQL {
  /// Selects a row if a user may see a hunt.
  static func huntSeen(by userID: UUID, _ id: UUID) -> SQL {
    "SELECT 1 FROM scavenger_hunts h WHERE h.id = \(id) AND \(isSeen(by: userID))"
  }
}
