import Edge
import Foundation
import SwiftletTesting
import Testing

/// A malformed row is left out of a list; here its instant is not a date.
@Suite struct MalformedRowTests {
  private func list(_ answer: Answer) throws -> [JSONValue] {
    #expect(answer.status == 200)
    guard case .array(let rows) = answer.json else { throw Unexpected.notAnArray }
    return rows
  }

  @Test func openSessionsLeaveOutTheSession() async throws {
    try await withApps { host in
      let user = UUID()
      let games = [try await host.startGame(players: [user]), try await host.startGame(players: [user])]
      try await host.database.execute("UPDATE sessions SET created_at = 'infinity' WHERE id = \(games[0].id)")
      let sessions = try list(await host.call("open_sessions", by: user))
      #expect(sessions.map { $0["id"] } == [games[1].id.json])
      guard case .array(let participants) = sessions.first?["session_participants"] else { throw Unexpected.notAnArray }
      #expect(Set(participants) == [["user_id": games[1].creator.json], ["user_id": user.json]])
    }
  }

  @Test func ownScoresLeaveOutTheScore() async throws {
    try await withApps { host in
      let user = UUID()
      try await host.database.execute("UPDATE riddles SET release_date = '2026-03-01' WHERE id <= 2")
      for riddle: JSONValue in [1, 2] {
        #expect(try await host.call("save_score", by: user, ["riddle_id": riddle, "score": 7]).status == 200)
      }
      try await host.database.execute("UPDATE scores SET created_at = 'infinity' WHERE riddle_id = 1")
      #expect(try list(await host.call("own_scores", by: user)).map { $0["riddle_id"] } == [2])
    }
  }

  @Test func theBestScoreIsOneThatCanBeRead() async throws {
    try await withApps { host in
      let user = UUID()
      try await host.database.execute("UPDATE riddles SET release_date = '2026-03-01' WHERE id <= 2")
      for (riddle, score): (JSONValue, JSONValue) in [(1, 9), (2, 7)] {
        #expect(try await host.call("save_score", by: user, ["riddle_id": riddle, "score": score]).status == 200)
      }
      try await host.database.execute("UPDATE scores SET created_at = 'infinity' WHERE riddle_id = 1")
      let best = try await host.call("best_score", by: user, [:])
      #expect(best.json?["riddle_id"] == 2)
      let unread = try await host.call("best_score", by: user, ["riddle_id": 1])
      #expect((unread.status, unread.code) == (404, "SCORE_NOT_FOUND"))
    }
  }

  @Test func aChatThatCannotBeReadIsReplaced() async throws {
    try await withApps { host in
      let user = UUID()
      let riddle = try await host.riddle(releasedIn: 0)
      let first = try await host.call("save_chat", by: user, ["riddle_id": riddle, "messages": [["text": "a"]]])
      try await host.database.execute("UPDATE chats SET updated_at = 'infinity'")
      let unread = try await host.call("get_chat", by: user, ["riddle_id": riddle])
      #expect(unread.status == 200 && unread.json?["messages"] == [])
      let messages: JSONValue = [["text": "b"]]
      let saved = try await host.call("save_chat", by: user, ["riddle_id": riddle, "messages": messages])
      #expect(saved.status == 200 && saved.json?["id"] == first.json?["id"])
      #expect(try await host.call("get_chat", by: user, ["riddle_id": riddle]).json?["messages"] == messages)
    }
  }

  @Test func savedRecipesLeaveOutTheRecipe() async throws {
    try await withApps { host in
      let (user, recipe, other) = (UUID(), UUID(), UUID())
      for saved in [recipe, other] {
        let answer = try await host.call("save_recipe", by: user, ["recipe_id": saved.json])
        #expect(answer.status == 200)
      }
      try await host.database.execute("UPDATE saved_recipes SET saved_at = 'infinity' WHERE recipe_id = \(other)")
      let recipes = try list(await host.call("saved_recipes", by: user))
      #expect(recipes.map { $0["recipe_id"] } == [recipe.json])
    }
  }

  @Test func matchDeliveriesLeaveOutTheDelivery() async throws {
    try await withApps { host in
      let user = UUID()
      let game = try await host.startGame(players: [user])
      for participant in [game.creator, user] {
        try await host.database.execute(
          """
          INSERT INTO match_deliveries (session_id, user_id, apns_id, outcome, updated_at)
          VALUES (\(game.id), \(participant), \(UUID()), 'pending', \(noon))
          """)
      }
      try await host.database.execute("UPDATE match_deliveries SET updated_at = 'infinity' WHERE user_id = \(user)")
      let answer = try await Answer(host.call("match_deliveries", as: .serviceRole, json: [:] as JSONValue))
      #expect(try list(answer).map { $0["user_id"] } == [game.creator.json])
    }
  }
}
