import Edge
import Foundation
import SwiftletTesting
import Testing

/// The database functions at `/rest/v1/rpc`, with the parameters and answers of the app's document.
@Suite struct ProcedureTests {
  @Test func aWholeMatchIsPlayed() async throws {
    try await withApps { host in
      let (anna, ben) = (UUID(), UUID())
      let created = try await host.rpc(
        "create_session", by: anna, ["p_category_id": try await host.category("Movies").json, "p_quorum_n": 2])
      #expect(created.status == 200)
      let session = try #require(created.json?["session_id"])
      let code = try #require(created.json?["invite_code"])
      #expect(created.json?["created_at"] == "2026-03-01T12:00:00.000Z")
      #expect(
        try await host.rpc("join_session", by: ben, ["p_invite_code": code])
          == Answer(200, ["success": true, "session_id": session]))

      let options = try await host.rpc("session_options", by: ben, ["p_session_id": session])
      guard case .array(let list) = options.json, let option = list[0]["options"]?["id"] else {
        throw Unexpected.notAnArray
      }
      let like: JSONValue = ["p_session_id": session, "p_option_id": option]
      #expect(try await host.rpc("like_option", by: anna, like) == noMatch)
      let matched = Answer(200, ["success": true, "match_found": true, "matched_option_id": option])
      #expect(try await host.rpc("like_option", by: ben, like) == matched)
      let id = try #require(option.string.flatMap(UUID.init(uuidString:)))
      #expect(try await host.rpc("like_option", by: anna, like) == repeated(false, after: id))
      #expect(try await host.rpc("like_option", by: ben, like) == repeated(true, after: id))
      #expect(try await host.rpc("open_sessions", by: anna) == Answer(200, []))
    }
  }

  @Test func theQuorumDefaultsToTwo() async throws {
    try await withApps { host in
      let parameters: JSONValue = ["p_category_id": try await host.category("Movies").json]
      #expect(try await host.rpc("create_session", by: UUID(), parameters).status == 200)
      #expect(try await host.count("SELECT quorum_n FROM sessions") == 2)
    }
  }

  @Test func joinSessionAnswersRefusalsWithAMessage() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let closed = try await host.startGame()
      #expect(try await host.close(closed.id, by: closed.creator).status == 200)
      let matched = try await host.startGame(quorum: 1)
      #expect(try await host.like(matched.options[0], in: matched.id, by: matched.creator).status == 200)
      let refusals = [
        (UUID(), "222222", "Session not found"), (UUID(), "' OR 1=1 --", "Session not found"),
        (UUID(), closed.code, "The session is already matched or closed"),
        (UUID(), matched.code, "The session is already matched or closed"),
        (game.creator, game.code, "You already take part in this session"),
      ]
      for (user, code, message) in refusals {
        #expect(
          try await host.rpc("join_session", by: user, ["p_invite_code": .string(code)])
            == Answer(200, ["success": false, "message": .string(message)]))
      }
    }
  }

  @Test func closeSessionAnswersABareBoolean() async throws {
    try await withApps { host in
      let friend = UUID()
      let game = try await host.startGame(players: [friend])
      func close(_ session: UUID, by user: UUID) async throws -> Answer {
        try await host.rpc("close_session", by: user, ["p_session_id": session.json])
      }
      #expect(try await close(game.id, by: friend) == Answer(200, false))
      #expect(try await close(UUID(), by: game.creator) == Answer(200, false))
      #expect(try await close(game.id, by: game.creator) == Answer(200, true))
      #expect(try await close(game.id, by: game.creator) == Answer(200, false))
      #expect(try await host.standing(of: game).status == "closed")
    }
  }

  @Test func updateAPNsTokenAnswersNothing() async throws {
    try await withApps { host in
      let user = UUID()
      #expect(try await host.rpc("update_apns_token", by: user, ["p_token": "ABCD"]) == Answer(204, nil))
      let row = try #require(try await host.database.first("SELECT apns_token FROM users"))
      #expect(try row.get("apns_token") == "abcd")
      #expect(try await host.rpc("update_apns_token", by: user, ["p_token": .null]) == Answer(204, nil))
      #expect(try await host.count("SELECT count(*) FROM users WHERE apns_token IS NULL") == 1)
      let missing = try await host.rpc("update_apns_token", by: user)
      #expect(missing.status == 400)
      #expect(missing.json?["code"] == "VALIDATION_ERROR")
      #expect(missing.json?["message"]?.string?.contains("p_token") == true)
    }
  }

  @Test func otherRefusalsAreErrors() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      func like(_ option: UUID, in session: UUID, by user: UUID) async throws -> (Int, String?) {
        let answer = try await host.rpc(
          "like_option", by: user, ["p_session_id": session.json, "p_option_id": option.json])
        return (answer.status, answer.json?["code"]?.string)
      }
      #expect(try await like(game.options[0], in: UUID(), by: game.creator) == (404, "SESSION_NOT_FOUND"))
      #expect(try await like(game.options[0], in: game.id, by: UUID()) == (403, "PERMISSION_DENIED"))
      #expect(try await like(UUID(), in: game.id, by: game.creator) == (404, "OPTION_NOT_FOUND"))
      #expect(try await host.rpc("create_session", by: UUID(), ["p_category_id": UUID().json]).status == 404)
    }
  }

  @Test func readsAnswerGET() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let path = "/rest/v1/rpc/session_options?p_session_id=\(game.id.text)"
      let options = try await host.request(.get, path, as: .user(game.creator))
      #expect(options.status == 200)
      #expect(try await host.request(.get, "/rest/v1/rpc/categories", as: .anon).status == 200)
      #expect(try await host.request(.get, "/rest/v1/rpc/open_sessions", as: .user(game.creator)).status == 200)
      let writing = "/rest/v1/rpc/close_session?p_session_id=\(game.id.text)"
      #expect(try await host.request(.get, writing, as: .user(game.creator)).status == 405)
      #expect(try await host.standing(of: game).status == "open")
    }
  }
}
