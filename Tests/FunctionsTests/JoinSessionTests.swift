import Edge
import Foundation
import SwiftletTesting
import Synchronization
import Testing

@testable import Functions

@Suite struct JoinSessionTests {
  @Test func joiningAnswersWithTheSession() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let user = UUID()
      #expect(try await host.join(game.code, by: user) == Answer(200, ["success": true, "session_id": game.id.json]))
      #expect(try await host.count("SELECT count(*) FROM users WHERE id = \(user)") == 1)
      #expect(
        try await host.count(
          "SELECT count(*) FROM session_participants WHERE session_id = \(game.id) AND user_id = \(user)") == 1)
    }
  }

  @Test func codesAreAcceptedAsPeopleTypeThem() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let lower = game.code.lowercased()
      for typed in [
        lower, " \(game.code) ", "\(lower.prefix(5))-\(lower.suffix(5))", "\(lower.prefix(2)) \(lower.dropFirst(2))",
      ] {
        #expect(try await host.join(typed, by: UUID()).status == 200, "\(typed)")
      }
    }
  }

  @Test(arguments: [
    "222222", "", "nonsense", "' OR '1'='1", "'; DROP TABLE sessions; --", "222222' OR 1=1 --", "\u{0}",
    "\") UNION SELECT id FROM users --",
  ])
  func anUnknownCodeIsNotFoundWhateverItHolds(code: String) async throws {
    try await withApps { host in
      _ = try await host.startGame()
      let answer = try await host.join(code, by: UUID())
      #expect(answer.status == 404)
      #expect(answer.code == "SESSION_NOT_FOUND")
      #expect(try await host.count("SELECT count(*) FROM sessions") == 1)
      #expect(try await host.count("SELECT count(*) FROM session_participants") == 1)
      // The user is stored with the wrong code, unless the account is deleted.
      #expect(try await host.count("SELECT count(*) FROM users") == 2)
    }
  }

  /// The call holds the user's guesses and waits for the session, whose holder then waits for the guesses.
  @Test(.onPostgres) func aCallThatIsInADeadlockIsTriedAgain() async throws {
    try await withApps { host in
      // The server ends the one that has waited for a second, which on a busy machine may be the test.
      while try await !joinsThroughADeadlock(host) {}
    }
  }

  /// - Returns: false if the deadlock has ended the test's transaction and not the call's.
  private func joinsThroughADeadlock(_ host: TestHost) async throws -> Bool {
    let user = UUID()
    let game = try await host.startGame()
    let joining = Mutex<Task<Answer, any Error>?>(nil)
    var isOfCall = true
    do {
      try await host.database.transaction { transaction in
        _ = try await transaction.batch(SQLDialect.postgres.holding(session: game.id))
        joining.withLock { $0 = Task { try await host.join(game.code, by: user) } }
        try await transaction.waitForAnother()
        _ = try await transaction.batch(SQLDialect.postgres.holding(guessesOf: user))
      }
    } catch let error as DatabaseError where error.code == .deadlock {
      isOfCall = false
    }
    let answer = try await joining.withLock { $0 }?.value
    #expect(answer?.status == 200)
    return isOfCall
  }

  @Test func joiningTwiceIsAConflict() async throws {
    try await withApps { host in
      let user = UUID()
      let game = try await host.startGame(players: [user])
      for player in [user, game.creator] {
        let again = try await host.join(game.code, by: player)
        #expect(again.status == 409)
        #expect(again.code == "CONFLICT")
      }
      #expect(try await host.count("SELECT count(*) FROM session_participants") == 2)
    }
  }

  @Test func aClosedSessionIsAConflict() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      #expect(try await host.close(game.id, by: game.creator).status == 200)
      let answer = try await host.join(game.code, by: UUID())
      #expect(answer.status == 409)
      #expect(answer.code == "CONFLICT")
      #expect(try await host.count("SELECT count(*) FROM users") == 1)
    }
  }

  @Test func aMatchedSessionIsAConflict() async throws {
    try await withApps { host in
      let game = try await host.startGame(quorum: 1)
      #expect(try await host.like(game.options[0], in: game.id, by: game.creator) == match(game.options[0]))
      let answer = try await host.join(game.code, by: UUID())
      #expect(answer.status == 409)
      #expect(answer.code == "CONFLICT")
    }
  }

  @Test func ofManyJoinsOfOneUserAtOnceOneSucceeds() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      let user = UUID()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 { group.addTask { try await host.join(game.code, by: user).status } }
        return try await group.reduce(into: [:]) { counts, status in counts[status, default: 0] += 1 }
      }
      #expect(statuses == [200: 1, 409: 19])
    }
  }

  @Test func aCodeMustBeGiven() async throws {
    try await withApps { host in
      for input in [[:], ["invite_code": .null], ["invite_code": 222_222]] as [JSONValue] {
        let answer = try await host.call("join_session", by: UUID(), input)
        #expect(answer.status == 400)
        #expect(answer.json?["error"]?["details"]?["path"] == "$.invite_code")
      }
    }
  }
}
