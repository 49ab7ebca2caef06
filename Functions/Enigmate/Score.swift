import Edge
import Foundation

/// A user's best score of a riddle, as its row has it.
struct Score: Codable {
  let riddleID: RiddleID
  @Nullable var score: Int?
  /// The time to solve the riddle, in minutes.
  @Nullable var duration: Int?
  @Nullable var messageCount: Int?
  @Nullable var createdAt: Date?
  /// In the answer to a new score: whether it is the best one.
  let isBest: Bool?

  init(_ row: Row, isBest: Bool? = nil) throws {
    riddleID = try row.get("riddle_id")
    score = try row.get("score")
    duration = try row.get("duration")
    messageCount = try row.get("msg_count")
    createdAt = try row.get("created_at")
    self.isBest = isBest
  }

  enum CodingKeys: String, CodingKey {
    case score, duration
    case riddleID = "riddle_id"
    case messageCount = "msg_count"
    case createdAt = "created_at"
    case isBest = "is_best"
  }
}

extension SQL {
  /// Selects a user's scores, of one riddle or of all.
  ///
  /// - Parameter order: the columns of the order.
  static func scores(of userID: UUID, riddle: RiddleID? = nil, order: SQL, limit: Int) -> SQL {
    """
    SELECT riddle_id, score, duration, msg_count, created_at FROM scores
    WHERE user_id = \(userID) AND \(riddle.map { "riddle_id = \($0)" } ?? "TRUE" as SQL)
    ORDER BY \(order) LIMIT \(limit)
    """
  }
}
