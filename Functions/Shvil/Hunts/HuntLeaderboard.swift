import Edge
import Foundation

/// The users who have submitted checkpoints of a hunt, those with the most points first. Users with equal points are in
/// the order in which they reached them.
let huntLeaderboard = Function("hunt_leaderboard", access: .user) { (input: HuntReference, context) in
  try await leaderboard(of: input.huntID, context)
}.limitedAsSearch().readOnly()
  .described("Lists the users who have submitted checkpoints of a hunt, those with the most points first.")
  .errors(.huntNotFound)

/// ``huntLeaderboard`` as a database function.
let huntLeaderboardProcedure = Function("hunt_leaderboard", access: .user) { (input: HuntParameters, context) in
  try await leaderboard(of: input.huntID, context)
}.limitedAsSearch().readOnly()

/// A line of a leaderboard.
struct LeaderboardEntry: Codable {
  let userID: UUID
  /// The user's display name, or else the user name; nil for a user without either.
  let displayName: String?
  let points: Int
  /// The number of checkpoints.
  let submissions: Int
  /// The instant of the last one.
  let submittedAt: Date

  enum CodingKeys: String, CodingKey {
    case userID = "user_id"
    case displayName = "display_name"
    case points, submissions
    case submittedAt = "submitted_at"
  }
}

private func leaderboard(of huntID: UUID, _ context: Context<UserAccess>) async throws -> [LeaderboardEntry] {
  guard try await context.database.first(.huntSeen(by: context.userID, huntID)) != nil else {
    throw FunctionError.huntNotFound
  }
  let rows = try await context.database.query(.leaderboard(of: huntID))
  return rows.readable(of: "checkpoint_submissions", id: "user_id", context.logger) { row in
    LeaderboardEntry(
      userID: try row.get("user_id"), displayName: try row.get("display_name"), points: try row.get("points"),
      submissions: try row.get("submissions"), submittedAt: try row.get("submitted_at"))
  }
}

extension SQL {
  /// Selects the entries of a leaderboard, at most 1,000.
  static func leaderboard(of huntID: UUID) -> SQL {
    """
    SELECT s.user_id, \(displayName) AS display_name, sum(coalesce(c.points, 10)) AS points,
      count(*) AS submissions, max(s.submitted_at) AS submitted_at
    FROM hunt_checkpoints c
    JOIN checkpoint_submissions s ON s.checkpoint_id = c.id
    JOIN users u ON u.id = s.user_id
    WHERE c.hunt_id = \(huntID) AND \(submissionCounts)
    GROUP BY s.user_id, u.id
    ORDER BY 3 DESC, 5, s.user_id LIMIT 1000
    """
  }
}
