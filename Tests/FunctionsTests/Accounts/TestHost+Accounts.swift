import Edge
import Foundation
import SwiftletTesting
import Testing

extension TestHost {
  func deleteAccount(of user: UUID) async throws -> Answer { try await call("delete_account", by: user) }

  /// Gives a user rows of every app, some of which another user shares.
  func fill(for user: UUID, with friend: UUID) async throws {
    let riddle = try await riddle(releasedIn: 0)
    let (group, game) = (try await makeGroup(by: friend), try await startGame(quorum: 2, players: [user, friend]))
    let hunt = try await makeHunt(players: [user, friend], started: true)
    let calls: [(String, JSONValue)] = [
      ("set_username", ["username": "Anna"]),
      ("update_apns_token", ["token": .string(String(repeating: "ab", count: 32))]),
      ("like_option", ["session_id": game.id.json, "option_id": game.options[0].json]),
      ("join_session", ["invite_code": "222222"]),
      ("save_chat", ["riddle_id": riddle, "messages": [["text": "Hello"]]]),
      ("save_score", ["riddle_id": riddle, "score": 7]), ("save_recipe", ["recipe_id": UUID().json]),
      ("perform_action", ["action": "search"]), ("share_eta", Share(for: [friend]).json),
      ("join_social_group", ["invite_code": .string(group.code)]),
      ("submit_checkpoint", ["checkpoint_id": hunt.checkpoints[0].json]),
      ("create_adventure_plan", ["title": "A walk"]), ("save_place", ["name": "Home", "latitude": 1, "longitude": 1]),
    ]
    for (name, input) in calls {
      let answer = try await call(name, by: user, input)
      try #require(answer.status == (name == "join_session" ? 404 : 200), "\(name): \(answer)")
    }
    try #require(try await call("share_eta", by: friend, Share(for: [user, UUID()]).json).status == 200)
    try #require(try await like(game.options[0], in: game.id, by: friend).status == 200)
  }

  /// The tables of the apps with rows that mention a user.
  func tables(mentioning user: UUID) async throws -> Set<String> {
    let columns: SQL =
      switch database.dialect {
      case .sqlite:
        """
        SELECT t.name AS name, c.name AS column_name FROM sqlite_master t JOIN pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE 'swiftlet%'
        """
      case .postgres:
        """
        SELECT CAST(table_schema || '.' || table_name AS text) AS name, CAST(column_name AS text) AS column_name
        FROM information_schema.columns WHERE table_schema IN ('public', 'auth')
        """
      }
    var found: Set<String> = []
    for row in try await database.query(columns) {
      let (table, column): (String, String) = (try row.get("name"), try row.get("column_name"))
      let count = SQL(
        verbatim: "SELECT count(*) FROM \(table) WHERE lower(CAST(\"\(column)\" AS text)) LIKE '%\(user.text)%'")
      if try await self.count(count) > 0 { found.insert(table.split(separator: ".").last.map(String.init) ?? table) }
    }
    return found
  }
}
