import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct SessionTests {
  /// The session of a game as the app's selects show it.
  private func shown(
    _ game: Game, status: JSONValue = "open", matched: JSONValue = .null, quorum: JSONValue = 2,
    _ players: [(UUID, JSONValue)]
  ) -> JSONValue {
    [
      "id": game.id.json, "status": status, "invite_code": .string(game.code), "quorum_n": quorum,
      "matched_option_id": matched, "created_at": "2026-03-01T12:00:00.000Z",
      "session_participants": .array(players.map { ["users": ["id": $0.0.json, "username": $0.1]] }),
    ]
  }

  @Test func itHasTheShapeOfTheAppsSelectsWithNulls() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let friend = UUID()
      let game = try await host.startGame()
      clock.advance(by: 1)
      #expect(try await host.join(game.code, by: friend).status == 200)
      #expect(try await host.call("set_username", by: friend, ["username": "Ben"]).status == 200)
      let expected = Answer(200, shown(game, [(game.creator, .null), (friend, "Ben")]))
      for player in [game.creator, friend] {
        #expect(try await host.call("session", by: player, ["session_id": game.id.json]) == expected)
        for parameter in ["session_id", "p_session_id"] {
          #expect(try await host.rpc("session", by: player, [parameter: game.id.json]) == expected)
          let read = try await host.request(
            .get, "/rest/v1/rpc/session?\(parameter)=\(game.id.text)", as: .user(player))
          #expect(try Answer(read) == expected)
        }
        let read = try await host.request(
          .get, "/functions/v1/session?session_id=\(game.id.text)", as: .user(player))
        #expect(try Answer(read) == expected)
      }
    }
  }

  @Test func theUserWhoLikedFirstReadsTheMatch() async throws {
    try await withApps { host in
      let friend = UUID()
      let game = try await host.startGame(players: [friend])
      let option = game.options[0]
      #expect(try await host.like(option, in: game.id, by: game.creator) == noMatch)
      #expect(try await host.like(option, in: game.id, by: friend) == match(option))
      let session = try await host.call("session", by: game.creator, ["session_id": game.id.json])
      #expect(session.json?["status"] == "matched")
      #expect(session.json?["matched_option_id"] == option.json)
    }
  }

  @Test func onlyParticipantsSeeIt() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let input: JSONValue = ["session_id": game.id.json]
      let stranger = try await host.call("session", by: UUID(), input)
      #expect((stranger.status, stranger.code) == (403, "PERMISSION_DENIED"))
      let unknown = try await host.call("session", by: game.creator, ["session_id": UUID().json])
      #expect((unknown.status, unknown.code) == (404, "SESSION_NOT_FOUND"))
      for query in ["?wait=25", ""] {
        for accept in ["application/json", "text/event-stream"] {
          let answer = try await host.request(
            .post, "/functions/v1/session\(query)", as: .user(UUID()), headers: [.accept: accept],
            body: try Wire.encode(input))
          #expect(answer.status == 403, "\(query) \(accept)")
        }
      }
      #expect(try await host.call("session", as: .anon, json: input).status == 401)
      #expect(try await host.call("session", as: .withoutToken, json: input).status == 401)
      #expect(host.changes.count == 0, "a refused request waits for nothing")
    }
  }

  @Test func malformedRequestsAreRefused() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      for wait in ["abc", "-1", "56", "1.5", "", "99999999999999999999"] {
        let answer = try await host.request(
          .get, "/functions/v1/session?session_id=\(game.id.text)&wait=\(wait)", as: .user(game.creator))
        #expect(answer.status == 400, "\(wait)")
      }
      for id in ["x", "", "' OR 1=1 --"] {
        let input: JSONValue = ["session_id": .string(id)]
        #expect(try await host.call("session", by: game.creator, input).code == "VALIDATION_ERROR", "\(id)")
      }
      #expect(try await host.call("session", by: game.creator, [:]).code == "VALIDATION_ERROR")
      #expect(try await host.request(.get, "/functions/v1/session?session_id=x", as: .user(game.creator)).status == 400)
    }
  }

  @Test func anEventStreamOfWeightZeroIsRefused() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      #expect(try await host.close(game.id, by: game.creator).status == 200)
      for (accept, type) in [
        ("text/event-stream;q=0", "application/json"), ("text/event-stream ; Q=0.000, */*", "application/json"),
        ("*/*", "application/json"), ("text/event-stream;q=0.1", "text/event-stream"),
        ("application/json;q=0.5, Text/Event-Stream;charset=utf-8", "text/event-stream"),
      ] {
        let answer = try await host.request(
          .get, "/functions/v1/session?session_id=\(game.id.text)", as: .user(game.creator), headers: [.accept: accept])
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType]?.hasPrefix(type) == true, "\(accept)")
      }
    }
  }

  @Test func anyTagIsKnownIfThereIsASession() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let fields: HTTPFields = [.ifNoneMatch: "*"]
      for (id, status) in [(game.id, 304), (UUID(), 404)] {
        let target = "/functions/v1/session?session_id=\(id.text)"
        #expect(try await host.request(.get, target, as: .user(game.creator), headers: fields).status == status)
      }
    }
  }

  @Test func aKnownTagIsAnsweredWithoutTheSession() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let target = "/functions/v1/session?session_id=\(game.id.text)"
      let first = try await host.request(.get, target, as: .user(game.creator))
      let tag = try #require(first.headers[.eTag])
      let second = try await host.request(.get, target, as: .user(game.creator), headers: [.ifNoneMatch: tag])
      #expect((second.status, second.body) == (304, []))
      #expect(try await host.join(game.code, by: UUID()).status == 200)
      for tags in [tag, "\"x\", W/\(tag)"] {
        let third = try await host.request(
          .get, target + "&wait=55", as: .user(game.creator), headers: [.ifNoneMatch: tags])
        #expect(third.status == 200, "a change since the known state is answered at once")
        #expect(third.headers[.eTag] != tag)
      }
    }
  }
}
