import Edge
import Foundation

/// Stores the caller's score of a riddle, unless the stored one is better: of equal scores the shorter time is better,
/// then fewer messages.
///
/// It answers with the best score, and whether that is this one.
let saveScore = Function("save_score", access: .user) { (input: NewScore, context) in
  try await store(input.score, in: input.duration, after: input.messageCount, of: input.riddleID, context)
}
.idempotent()
.described("Stores the caller's score of a released riddle, unless the stored one is better.")
.errors(.userNotFound, .riddleNotFound)

/// ``saveScore`` as a database function.
let saveScoreProcedure = Function("save_score", access: .user) { (input: NewScoreParameters, context) in
  try await store(input.score, in: input.duration, after: input.messageCount, of: input.riddleID, context)
}.idempotent()

struct NewScore: Codable {
  let riddleID: RiddleID
  let score: Int
  let duration: Int?
  let messageCount: Int?

  enum CodingKeys: String, CodingKey {
    case score, duration
    case riddleID = "riddle_id"
    case messageCount = "msg_count"
  }
}

struct NewScoreParameters: Codable {
  let riddleID: RiddleID
  let score: Int
  let duration: Int?
  let messageCount: Int?

  enum CodingKeys: String, CodingKey {
    case score = "p_score"
    case duration = "p_duration"
    case riddleID = "p_riddle_id"
    case messageCount = "p_msg_count"
  }
}

private func store(
  _ score: Int, in duration: Int?, after messages: Int?, of riddleID: RiddleID, _ context: Context<UserAccess>
) async throws -> Score {
  try check(score, "score", upTo: 1_000_000)
  try check(duration, "duration", upTo: 525_600)
  try check(messages, "msg_count", upTo: 100_000)
  let userID = context.userID
  let now = context.clock.now
  return try await context.database.transaction(retries: 3) { transaction in
    guard try await transaction.first(.released(riddleID, on: CalendarDay(containing: now))) != nil else {
      throw FunctionError.riddleNotFound
    }
    try await transaction.holdUser(userID, at: now)
    try await transaction.execute(.insertScore(score, in: duration, after: messages, of: riddleID, by: userID, at: now))
    guard let row = try await transaction.first(.scores(of: userID, riddle: riddleID, order: "riddle_id", limit: 1))
    else { throw FunctionError.scoreNotFound }
    let isBest = try row.get("score") == score && row.get("duration") == duration && row.get("msg_count") == messages
    return try Score(row, isBest: isBest)
  }
}

private func check(_ value: Int?, _ name: String, upTo limit: Int) throws(FunctionError) {
  guard let value, !(0...limit).contains(value) else { return }
  throw .validation("\(name) must be from 0 to \(limit)", details: ["path": .string(name)])
}

extension FunctionError {
  static let scoreNotFound = notFound("SCORE_NOT_FOUND", "Score not found")
}

extension SQL {
  /// A number larger than any time or count: a missing one is worse than every other.
  private static let missing = Int(Int32.max)

  static func insertScore(
    _ score: Int, in duration: Int?, after messages: Int?, of riddleID: RiddleID, by userID: UUID, at now: Date
  ) -> SQL {
    """
    INSERT INTO scores (user_id, riddle_id, score, duration, msg_count, created_at)
    VALUES (\(userID), \(riddleID), \(score), \(duration), \(messages), \(now))
    ON CONFLICT (user_id, riddle_id) DO UPDATE SET score = excluded.score, duration = excluded.duration,
      msg_count = excluded.msg_count, created_at = excluded.created_at
    WHERE coalesce(scores.score, -1) < excluded.score OR scores.score = excluded.score
      AND (coalesce(excluded.duration, \(missing)), coalesce(excluded.msg_count, \(missing)))
        < (coalesce(scores.duration, \(missing)), coalesce(scores.msg_count, \(missing)))
    """
  }
}
