import Edge
import Foundation

/// The submissions of a checkpoint that the caller may see, the first one first.
let checkpointSubmissions = Function("checkpoint_submissions", access: .user) {
  (input: CheckpointReference, context) in
  guard try await context.database.first(.checkpoint(input.checkpointID, for: context.userID)) != nil else {
    throw FunctionError.checkpointNotFound
  }
  let rows = try await context.database.query(.submissions(of: input.checkpointID))
  return rows.readable(of: "checkpoint_submissions", context.logger) { try Submission($0) }
}.limited(shvilLimit, as: "shvil").readOnly()
  .described("Lists the submissions of a checkpoint that the caller may see, the first one first.")
  .errors(.checkpointNotFound)

struct CheckpointReference: Codable {
  let checkpointID: UUID

  enum CodingKeys: String, CodingKey { case checkpointID = "checkpoint_id" }
}

extension SQL {
  static func submissions(of checkpointID: UUID) -> SQL {
    """
    SELECT \(submissionColumns) FROM checkpoint_submissions s
    WHERE s.checkpoint_id = \(checkpointID) ORDER BY s.submitted_at, s.user_id LIMIT 1000
    """
  }
}
