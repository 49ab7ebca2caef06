import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

/// Idempotency keys at the functions of the apps.
@Suite struct IdempotencyTests {
  /// Functions that only read and are at no other path, those that the queue runs, which wait for other servers, and
  /// the one whose notices have ids of their own.
  private static let others: Set<String> = [
    "riddle_today", "match_deliveries", "deliver_match", "notify_eta_update", "deliver_eta_share", "erase_account",
    "subscription_webhook",
  ]

  @Test func everyFunctionThatWritesIsIdempotent() {
    for procedure in procedures {
      #expect(procedure.traits.isReadOnly != procedure.traits.isIdempotent, "\(procedure.name) at /rest/v1/rpc")
    }
    for route in routes { #expect(route.endpoint.traits.isIdempotent == (route.action != .select), "\(route)") }
    let readers =
      procedures.filter(\.traits.isReadOnly).map(\.name)
      + routes.filter { $0.action == .select }.map(\.endpoint.name)
    for function in functions {
      let mayRunTwice = readers.contains(function.name) || Self.others.contains(function.name)
      #expect(function.traits.isIdempotent != mayRunTwice, "\(function.name)")
    }
  }

  @Test func aSessionIsCreatedOnceForEachKey() async throws {
    try await withApps { host in
      let user = UUID()
      let input: JSONValue = ["category_id": try await host.category("Movies").json]
      let first = try await host.call("create_session", as: .user(user), json: input, key: "1")
      #expect(first.status == 200)
      #expect(try await host.call("create_session", as: .user(user), json: input, key: "1").body == first.body)
      #expect(try await host.call("create_session", as: .user(user), json: input, key: "2").body != first.body)
      #expect(try await host.call("create_session", as: .user(UUID()), json: input, key: "1").body != first.body)
      #expect(try await host.count("SELECT count(*) FROM sessions WHERE created_by = \(user)") == 2)
      let parameters: JSONValue = ["p_category_id": try await host.category("Movies").json]
      // The database function of the same name has keys of its own.
      let called = try await host.rpc("create_session", as: .user(user), parameters, key: "1")
      #expect(called.status == 200)
      #expect(try await host.rpc("create_session", as: .user(user), parameters, key: "1").body == called.body)
      #expect(try await host.count("SELECT count(*) FROM sessions WHERE created_by = \(user)") == 3)
    }
  }

  @Test func aMatchIsDeliveredOnce() async throws {
    try await withApps { host in
      let (ada, bob) = (UUID(), UUID())
      let game = try await host.startGame(players: [ada, bob])
      let option = game.options[0]
      func like(_ user: UUID, _ key: String) async throws -> Answer {
        let input: JSONValue = ["session_id": game.id.json, "option_id": option.json]
        return try Answer(await host.call("like_option", as: .user(user), json: input, key: key))
      }
      #expect(try await like(ada, "1") == noMatch)
      #expect(try await like(bob, "1") == match(option))
      #expect(try await host.queuedJobs(of: "deliver_match").count == 1)
      // The answers of then, although the session has a match now.
      #expect(try await like(ada, "1") == noMatch)
      #expect(try await like(bob, "1") == match(option))
      // Another key is another request, which the function itself knows for a repeated one.
      #expect(try await like(ada, "2") == repeated(false, after: option))
      #expect(try await host.queuedJobs(of: "deliver_match").count == 1)
      #expect(try await host.count("SELECT count(*) FROM likes WHERE session_id = \(game.id)") == 2)
    }
  }

  @Test func anAccountIsDeletedOnce() async throws {
    try await withApps { host in
      let user = UUID()
      for _ in 1...2 {
        let answer = try await host.call("delete_account", as: .user(user), key: "1")
        #expect((answer.status, answer.text) == (204, ""))
      }
      #expect(try await host.queuedJobs(of: "erase_account").count == 1)
    }
  }

  @Test func keysDoNotLiftTheLimitOfGuesses() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, game) = (UUID(), try await host.startGame())
      func guess(_ code: String, _ key: String) async throws -> TestResponse {
        try await host.call("join_session", as: .user(user), json: ["invite_code": JSONValue.string(code)], key: key)
      }
      for number in 0..<10 { #expect(try await guess("no such code", "wrong \(number)").status == 404) }
      #expect(try await guess(game.code, "right").status == 429)
      #expect(try await host.count("SELECT count(*) FROM invite_code_misses") == 10)
      // A replay is no further guess, and the refusal by the limit is not kept.
      #expect(try await guess("no such code", "wrong 1").status == 404)
      #expect(try await host.count("SELECT count(*) FROM invite_code_misses") == 10)
      clock.advance(by: 61)
      #expect(try await guess(game.code, "right").status == 200)
      #expect(try await guess("no such code", "wrong 1").status == 404)
      #expect(try await host.count("SELECT count(*) FROM session_participants WHERE user_id = \(user)") == 1)
    }
  }
}
