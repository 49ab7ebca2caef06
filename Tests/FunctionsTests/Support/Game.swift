import Edge
import Foundation
import SwiftletTesting
import Testing

/// A session with its creator and its options.
struct Game {
  let id: UUID
  let code: String
  let creator: UUID
  let options: [UUID]
}

extension TestHost {
  /// The seeded category of a name.
  func category(_ name: String) async throws -> UUID {
    let row = try #require(try await database.first("SELECT id FROM categories WHERE name = \(name)"))
    return try row.get("id")
  }

  /// Creates a session as an app does, and lets others join it.
  func startGame(quorum: Int? = nil, of category: String = "Movies", players: [UUID] = []) async throws -> Game {
    let creator = UUID()
    var input: JSONObject = ["category_id": try await self.category(category).json]
    if let quorum { input["quorum_n"] = .integer(Int64(quorum)) }
    let created = try await call("create_session", by: creator, .object(input))
    try #require(created.status == 200)
    let id = try #require(created.json?["session_id"]?.string.flatMap(UUID.init(uuidString:)))
    let code = try #require(created.json?["invite_code"]?.string)
    for player in players { try #require(try await join(code, by: player).status == 200) }
    let options = try await database.query(
      "SELECT option_id FROM session_options WHERE session_id = \(id) ORDER BY order_index")
    return Game(id: id, code: code, creator: creator, options: try options.map { try $0.get("option_id") })
  }

  /// Where a session stands, and with which option.
  func standing(of game: Game) async throws -> (status: String, matched: UUID?) {
    let row = try #require(
      try await database.first("SELECT status, matched_option_id FROM sessions WHERE id = \(game.id)"))
    return (try row.get("status"), try row.get("matched_option_id"))
  }
}

/// What a like without a match is answered.
let noMatch = Answer(200, ["success": true, "match_found": false])

/// What the like that makes the match is answered.
func match(_ option: UUID) -> Answer {
  Answer(200, ["success": true, "match_found": true, "matched_option_id": option.json])
}

/// What a repeated like is answered after the match: the first answer and the match.
func repeated(_ isMatch: Bool, after option: UUID) -> Answer {
  Answer(
    200,
    [
      "success": true, "match_found": .bool(isMatch), "matched_option_id": option.json, "session_status": "matched",
    ])
}
