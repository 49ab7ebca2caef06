import Edge
import Foundation

/// Confirms a submission, or refuses it; only the hunt's creator may.
///
/// A submission counts from the start. One that is refused no longer does, until it is confirmed.
let verifySubmission = Function("verify_submission", access: .user) { (input: Verdict, context) in
  try await verify(input.submissionID, input.verified ?? true, context)
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Confirms a submission, or refuses it; only the hunt's creator may.")
  .errors(.submissionNotFound, .permissionDenied("Only the creator may do this"))

/// ``verifySubmission`` as a database function.
let verifySubmissionProcedure = Function("verify_submission", access: .user) { (input: VerdictParameters, context) in
  try await verify(input.submissionID, input.verified ?? true, context)
}.limited(shvilLimit, as: "shvil").idempotent()

/// ``verifySubmission`` as an update of the table. The verdict is required, so that a change of other columns alone
/// confirms nothing.
let updateSubmission = Function("verify_submission", access: .user) { (input: SubmissionChange, context) in
  try await verify(input.submissionID, input.verified, context)
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Confirms a submission, or refuses it; only the hunt's creator may.")
  .errors(.submissionNotFound, .permissionDenied("Only the creator may do this"))

struct Verdict: Codable {
  let submissionID: UUID
  /// Nil confirms it.
  let verified: Bool?

  enum CodingKeys: String, CodingKey {
    case submissionID = "submission_id"
    case verified
  }
}

struct SubmissionChange: Codable {
  let submissionID: UUID
  let verified: Bool

  enum CodingKeys: String, CodingKey {
    case submissionID = "submission_id"
    case verified
  }
}

struct VerdictParameters: Codable {
  let submissionID: UUID
  let verified: Bool?

  enum CodingKeys: String, CodingKey {
    case submissionID = "p_submission_id"
    case verified = "p_verified"
  }
}

private func verify(
  _ submissionID: UUID, _ isVerified: Bool, _ context: Context<UserAccess>
) async throws -> Submission {
  let userID = context.userID
  let now = context.clock.now

  return try await context.database.transaction(retries: 3) { transaction in
    guard let found = try await transaction.first(.creator(ofHuntWith: submissionID, for: userID)) else {
      throw FunctionError.submissionNotFound
    }
    guard try found.get("created_by") == userID else {
      throw FunctionError.permissionDenied("Only the creator of the hunt may verify submissions")
    }
    let row = try await transaction.first(
      """
      UPDATE checkpoint_submissions SET verified = \(isVerified), reviewed_at = \(now) WHERE id = \(submissionID)
      RETURNING id, checkpoint_id, user_id, photo_url, submitted_at, verified
      """)
    guard let row else { throw FunctionError.submissionNotFound }
    return try Submission(row)
  }
}

extension SQL {
  /// Selects the creator of a submission's hunt; no row if the user may not see the hunt.
  static func creator(ofHuntWith submissionID: UUID, for userID: UUID) -> SQL {
    """
    SELECT h.created_by
    FROM checkpoint_submissions s
    JOIN hunt_checkpoints c ON c.id = s.checkpoint_id
    JOIN scavenger_hunts h ON h.id = c.hunt_id
    WHERE s.id = \(submissionID) AND \(isSeen(by: userID))
    """
  }
}
