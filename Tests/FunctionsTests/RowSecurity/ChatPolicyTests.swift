import Edge
import Foundation
import SwiftletTesting
import Testing

/// The bounds of chats and scores for users who write them through `context.userDatabase`.
@Suite(.onPostgres) struct ChatPolicyTests {
  @Test func chatsAndScoresAreAboutReleasedRiddles() async throws {
    // The policy's day is the server's.
    try await withApps(clock: .system, adding: [asCaller]) { host in
      let user = UUID()
      try await host.register(user)
      for (days, refusal) in [(0, nil), (1, "insufficientPrivilege")] as [(Int, String?)] {
        let riddle = try #require(try await host.riddle(releasedIn: days).double.map(Int.init))
        for insert in [
          "INSERT INTO chats (user_id, riddle_id) VALUES ('\(user)', \(riddle))",
          "INSERT INTO scores (user_id, riddle_id, score) VALUES ('\(user)', \(riddle), 1)",
        ] {
          let outcome = try await host.execute(insert, changes: true, by: user)
          #expect(outcome == Outcome(changed: refusal == nil ? 1 : 0, refusal: refusal), "\(insert)")
        }
        let moved = try await host.execute("UPDATE scores SET riddle_id = \(riddle)", changes: true, by: user)
        #expect(moved.refusal == refusal)
      }
    }
  }

  @Test func aUserHasFourThousandChatsAtMost() async throws {
    try await withApps(clock: .system, adding: [asCaller]) { host in
      let (user, other) = (UUID(), UUID())
      try await host.register(user, other)
      let riddle = try #require(try await host.riddle(releasedIn: 0).double.map(Int.init))
      try await host.database.execute(
        "INSERT INTO chats (user_id, riddle_id) SELECT \(user), \(riddle) FROM generate_series(1, 3999)")
      func insert(by user: UUID) async throws -> Outcome {
        try await host.execute(
          "INSERT INTO chats (user_id, riddle_id) VALUES ('\(user)', \(riddle))", changes: true, by: user)
      }
      #expect(try await insert(by: user) == Outcome(changed: 1))
      #expect(try await insert(by: user) == Outcome(refusal: "checkViolation"))
      #expect(try await insert(by: other) == Outcome(changed: 1))
    }
  }

  @Test func aChatIsAListOfAtMost64KiB() async throws {
    try await withApps(clock: .system, adding: [asCaller]) { host in
      let user = UUID()
      try await host.register(user)
      let riddle = try #require(try await host.riddle(releasedIn: 0).double.map(Int.init))
      let refused = [
        "'{}'", "'1'", "jsonb_build_array(repeat('a', 65536))", "'[1e131071]'", "'[1e-400]'",
        "(SELECT jsonb_agg(1e300) FROM generate_series(1, 1000))",
      ]
      for messages in refused {
        let outcome = try await host.execute(
          "INSERT INTO chats (user_id, riddle_id, messages) VALUES ('\(user)', \(riddle), \(messages))", changes: true,
          by: user)
        #expect(outcome.refusal == "checkViolation", "\(messages)")
      }
      let accepted = ["'[]'", "NULL", "'[{\"text\": \"a\"}]'", "jsonb_build_array(repeat('a', 60000))"]
      for messages in accepted {
        let outcome = try await host.execute(
          "INSERT INTO chats (user_id, riddle_id, messages) VALUES ('\(user)', \(riddle), \(messages))", changes: true,
          by: user)
        #expect(outcome == Outcome(changed: 1), "\(messages)")
      }
      let read = try await host.call("get_chat", by: user, ["riddle_id": .integer(Int64(riddle))])
      #expect(read.status == 200)
    }
  }
}
