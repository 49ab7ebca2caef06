import Edge
import Foundation

/// A user's chat about a riddle, as its row has it.
struct Chat: Codable {
  @Nullable var id: Int?
  let riddleID: RiddleID
  let messages: JSONValue
  @Nullable var updatedAt: Date?

  /// - Parameter row: a row of `chats`; nil for a chat that has not begun, which has no messages.
  init(_ row: Row?, about riddleID: RiddleID) throws {
    id = try row?.get("id")
    self.riddleID = riddleID
    // Apps may also write their rows at the project's REST address, where null is a possible value.
    let text: String? = try row?.get("messages")
    messages = try text.map { try Wire.decode(JSONValue.self, from: Array($0.utf8)) } ?? []
    updatedAt = try row?.get("updated_at")
  }

  enum CodingKeys: String, CodingKey {
    case id, messages
    case riddleID = "riddle_id"
    case updatedAt = "updated_at"
  }
}

extension SQL {
  /// The largest stored chat that is read, in bytes of JSON text.
  private static let readableBytes = 1 << 20

  /// Selects a user's chat about a riddle: the latest, if the app has begun several.
  static func chat(of userID: UUID, about riddleID: RiddleID, _ dialect: SQLDialect) -> SQL {
    """
    SELECT id, \(dialect.json("messages", upTo: readableBytes)) AS messages, updated_at FROM chats
    WHERE user_id = \(userID) AND riddle_id = \(riddleID) ORDER BY id DESC LIMIT 1
    """
  }
}
