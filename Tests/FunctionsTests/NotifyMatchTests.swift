import Edge
import Foundation
import Simulator
import SwiftletTesting
import Testing

@Suite struct NotifyMatchTests {
  private func notify(_ input: JSONValue, as caller: TestHost.Caller = .serviceRole, _ host: TestHost) async throws
    -> Answer
  {
    try Answer(await host.call("notify_match", as: caller, json: input))
  }

  /// Supabase's database webhook.
  private func webhook(
    _ type: String, _ session: UUID?, _ status: String? = "matched", old: String? = nil, table: String = "sessions"
  ) -> JSONValue {
    func record(_ status: String?) -> JSONValue {
      guard let session, let status else { return .null }
      return ["id": session.json, "status": .string(status), "quorum_n": 2, "matched_at": .null]
    }
    return [
      "type": .string(type), "table": .string(table), "schema": "public", "record": record(status),
      "old_record": record(old),
    ]
  }

  private func waiting(_ host: TestHost) async throws -> Int {
    try await host.queuedJobs(of: "deliver_match").count
  }

  /// A session with a match, and nothing in the queue.
  private func matched(_ host: TestHost) async throws -> Game {
    let game = try await host.startGame(quorum: 1)
    try await host.database.execute(
      """
      UPDATE sessions SET status = 'matched', matched_option_id = \(game.options[0]), matched_at = \(noon)
      WHERE id = \(game.id)
      """)
    return game
  }

  @Test func onlyTheServiceRoleNotifies() async throws {
    try await withApps { host in
      let game = try await matched(host)
      let input: JSONValue = ["session_id": game.id.json]
      #expect(try await notify(input, as: .withoutToken, host).status == 401)
      #expect(try await notify(input, as: .token("no.token.at-all"), host).status == 401)
      #expect(try await notify(input, as: .anon, host).status == 403)
      #expect(try await notify(input, as: .user(game.creator), host).status == 403)
      #expect(try await waiting(host) == 0)
      #expect(
        try await notify(input, host) == Answer(202, ["status": "accepted", "session_id": game.id.json]))
      #expect(try await waiting(host) == 1)
    }
  }

  @Test func aWebhookOfAMatchIsAccepted() async throws {
    try await withApps { host in
      for change in ["INSERT", "UPDATE"] {
        let game = try await matched(host)
        let old = change == "UPDATE" ? "open" : nil
        let answer = try await notify(webhook(change, game.id, old: old), host)
        #expect(answer == Answer(202, ["status": "accepted", "session_id": game.id.json]))
      }
      #expect(try await waiting(host) == 2)
    }
  }

  @Test func aWebhookOfAnythingElseIsAcceptedAndLeftAlone() async throws {
    try await withApps { host in
      let game = try await matched(host)
      let changes = [
        webhook("UPDATE", game.id, "matched", old: "matched"), webhook("UPDATE", game.id, "closed", old: "open"),
        webhook("UPDATE", game.id, "open", old: "open"), webhook("INSERT", game.id, "open"),
        webhook("DELETE", game.id, nil, old: "matched"),
      ]
      for change in changes {
        #expect(try await notify(change, host) == Answer(202, ["status": "ignored"]))
      }
      #expect(try await waiting(host) == 0)
    }
  }

  @Test func aSessionWithoutAMatchIsRefused() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      for input in [["session_id": game.id.json], webhook("UPDATE", game.id, old: "open")] {
        let open = try await notify(input, host)
        #expect(open.status == 409)
        #expect(open.code == "CONFLICT")
      }
      for input in [["session_id": UUID().json], webhook("INSERT", UUID())] {
        let unknown = try await notify(input, host)
        #expect(unknown.status == 404)
        #expect(unknown.code == "SESSION_NOT_FOUND")
      }
      #expect(try await waiting(host) == 0)
    }
  }

  @Test func malformedInputIsRefused() async throws {
    try await withApps { host in
      let inputs: [JSONValue] = [
        [:], [], ["session_id": "no uuid"], ["session_id": .null], webhook("INSERT", nil),
        webhook("UPDATE", UUID(), table: "likes"), ["type": "UPDATE", "table": "sessions"], ["type": 7],
      ]
      for input in inputs {
        let answer = try await notify(input, host)
        #expect(answer.status == 400, "\(input)")
        #expect(answer.code == "VALIDATION_ERROR", "\(input)")
      }
      let none = try await host.request(.post, "/functions/v1/notify_match", as: .serviceRole)
      #expect(none.status == 400)
      let large = try await host.request(
        .post, "/functions/v1/notify_match", as: .serviceRole, headers: [.contentType: "application/json"],
        body: [UInt8](repeating: UInt8(ascii: " "), count: (1 << 20) + 1))
      #expect(large.status == 413)
    }
  }

  @Test func webhookAndLikeTogetherNotifyOnce() async throws {
    try await withPhones { phones in
      let (game, _, tokens) = try await phones.match()
      #expect(try await waiting(phones.host) == 1)
      let inputs: [JSONValue] = [
        webhook("UPDATE", game.id, old: "open"), ["session_id": game.id.json], webhook("UPDATE", game.id, old: "open"),
      ]
      for input in inputs { #expect(try await notify(input, phones.host).status == 202) }
      #expect(try await waiting(phones.host) == 1)
      try await phones.host.drainJobs()
      #expect(phones.simulator.notifications.count == 3)
      // The webhook came when everything was sent already.
      for input in inputs { #expect(try await notify(input, phones.host).status == 202) }
      try await phones.host.drainJobs()
      #expect(phones.simulator.notifications.count == 3)
      #expect(Set(phones.simulator.notifications.map(\.token)) == Set(tokens))
      #expect(try await phones.rows(of: game).values.allSatisfy { $0.attempts == 1 })
    }
  }

  /// The answer must come within the second that a webhook waits, however long Apple takes.
  @Test func theAnswerDoesNotWaitForApple() async throws {
    try await withPhones { phones in
      let (game, _, _) = try await phones.match(1)
      #expect(try await notify(["session_id": game.id.json], phones.host).status == 202)
      #expect(phones.simulator.status.requests == 0)
      #expect(phones.simulator.status.connections == 0)
    }
  }
}
