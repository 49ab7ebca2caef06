import Edge
import Foundation
import Functions
import SwiftletTesting
import Testing

@Suite struct ReadTests {
  /// A generated client repeats a read whose connection was lost.
  @Test func functionsThatReadSaySo() {
    let reads = functions.filter(\.traits.isReadOnly)
    #expect(
      Set(reads.map(\.name)) == [
        "categories", "open_sessions", "session_options", "session", "match_deliveries", "riddle", "riddle_today",
        "get_chat", "best_score", "own_scores", "usage_stats", "saved_recipes", "subscription_status",
        "can_use_advanced_search", "eta_shares", "adventure_plans", "saved_places", "social_groups", "social_group",
        "group_members", "scavenger_hunts", "scavenger_hunt", "group_hunts", "hunt_checkpoints",
        "checkpoint_submissions", "hunt_leaderboard", "health_check", "health_check_detailed", "get_system_metrics",
      ])
    #expect(reads.filter(\.traits.isIdempotent).isEmpty)
  }

  @Test func categoriesAreThereForEveryToken() async throws {
    try await withApps { host in
      let answer = try Answer(await host.call("categories", as: .anon))
      #expect(answer.status == 200)
      guard case .array(let categories) = answer.json else { throw Unexpected.notAnArray }
      #expect(categories.map { $0["name"]?.string } == ["Restaurants", "Movies", "Activities"])
      #expect(categories[1] == ["id": try await host.category("Movies").json, "name": "Movies"])
      #expect(try await host.call("categories", as: .withoutToken).status == 401)
    }
  }

  @Test func iconsAndImagesTravelWhereTheyAreSet() async throws {
    try await withApps { host in
      try await host.database.execute("UPDATE categories SET icon_url = 'https://a.test/i.png' WHERE name = 'Movies'")
      try await host.database.execute("UPDATE options SET image_url = 'https://a.test/o.png' WHERE label = 'Alien'")
      let game = try await host.startGame(of: "Movies")
      guard case .array(let categories) = try Answer(await host.call("categories", as: .anon)).json,
        case .array(let sessions) = try await host.call("open_sessions", by: game.creator).json,
        case .array(let options) = try await host.call(
          "session_options", by: game.creator, ["session_id": game.id.json]
        ).json
      else { throw Unexpected.notAnArray }
      #expect(categories[1]["icon_url"] == "https://a.test/i.png")
      #expect(sessions[0]["categories"] == ["name": "Movies", "icon_url": "https://a.test/i.png"])
      #expect(options.compactMap { $0["options"]?["image_url"] } == ["https://a.test/o.png"])
    }
  }

  @Test func openSessionsHaveTheShapeOfTheAppsSelect() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let friend = UUID()
      let game = try await host.startGame(quorum: 3)
      clock.advance(by: 1)
      #expect(try await host.join(game.code, by: friend).status == 200)
      let expected: JSONValue = [
        [
          "id": game.id.json, "invite_code": .string(game.code), "quorum_n": 3, "status": "open",
          "created_at": "2026-03-01T12:00:00.000Z", "categories": ["name": "Movies"],
          "session_participants": [["user_id": game.creator.json], ["user_id": friend.json]],
        ]
      ]
      #expect(try await host.call("open_sessions", by: game.creator) == Answer(200, expected))
      #expect(try await host.call("open_sessions", by: friend) == Answer(200, expected))
    }
  }

  @Test func openSessionsAreTheCallersOwnNewestFirst() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      var games: [Game] = []
      for _ in 0..<4 {
        clock.advance(by: 1)
        games.append(try await host.startGame(quorum: 1, players: [user]))
      }
      _ = try await host.startGame(players: [UUID()])
      #expect(try await host.close(games[1].id, by: games[1].creator).status == 200)
      #expect(try await host.like(games[2].options[0], in: games[2].id, by: user).status == 200)
      guard case .array(let sessions) = try await host.call("open_sessions", by: user).json else {
        throw Unexpected.notAnArray
      }
      #expect(sessions.map { $0["id"] } == [games[3].id.json, games[0].id.json])
    }
  }

  @Test func withoutSessionsTheAnswerIsEmpty() async throws {
    try await withApps { host in
      let none = try await host.call("open_sessions", by: UUID())
      #expect(none == Answer(200, []))
      #expect(try await host.call("open_sessions", as: .anon).status == 401)
    }
  }

  @Test func sessionOptionsComeInOrderWithTheirIndex() async throws {
    try await withApps { host in
      let friend = UUID()
      let game = try await host.startGame(of: "Movies", players: [friend])
      let answer = try await host.call("session_options", by: friend, ["session_id": game.id.json])
      guard answer.status == 200, case .array(let options) = answer.json else { throw Unexpected.notAnArray }
      #expect(options.map { $0["order_index"] } == (0..<12).map { .integer($0) })
      #expect(options.map { $0["options"]?["id"] } == game.options.map(\.json))
      #expect(
        options[0] == ["order_index": 0, "options": ["id": game.options[0].json, "label": "Casablanca"]])
    }
  }

  @Test func sessionOptionsAreForParticipants() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let stranger = try await host.call("session_options", by: UUID(), ["session_id": game.id.json])
      #expect(stranger.status == 403)
      #expect(stranger.code == "PERMISSION_DENIED")
      let unknown = try await host.call("session_options", by: game.creator, ["session_id": UUID().json])
      #expect(unknown.status == 404)
      #expect(unknown.code == "SESSION_NOT_FOUND")
    }
  }

  @Test func optionsAddedLaterDoNotEnterASession() async throws {
    try await withApps { host in
      let game = try await host.startGame(of: "Movies")
      try await host.database.execute(
        """
        INSERT INTO options (id, category_id, label, sort_order)
        VALUES (\(UUID()), \(try await host.category("Movies")), 'Later', 99)
        """)
      guard
        case .array(let options) = try await host.call(
          "session_options", by: game.creator, ["session_id": game.id.json]
        ).json
      else { throw Unexpected.notAnArray }
      #expect(options.count == 12)
    }
  }
}

/// The error of a test that lacks a value.
enum Unexpected: Error { case notAnArray }
