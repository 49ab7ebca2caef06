import Edge
import Foundation
import SwiftletTesting
import Synchronization
import Testing

@testable import Functions

@Suite struct CreateSessionTests {
  @Test func answersWithTheSessionItsCodeAndItsInstant() async throws {
    try await withApps { host in
      let user = UUID()
      let category = try await host.category("Movies")
      let answer = try await host.call("create_session", by: user, ["category_id": category.json])
      #expect(answer.status == 200)
      let members = try #require(answer.json?.object)
      #expect(Set(members.keys) == ["session_id", "invite_code", "created_at"])
      #expect(members["created_at"] == "2026-03-01T12:00:00.000Z")
      let code = try #require(members["invite_code"]?.string)
      #expect(InviteCode(typed: code)?.description == code)
      let id = try #require(members["session_id"]?.string)
      #expect(id == id.lowercased())

      let row = try #require(try await host.database.first("SELECT * FROM sessions WHERE id = \(id)"))
      #expect(try row.get("created_by") == user)
      #expect(try row.get("category_id") == category)
      #expect(try row.get("status") == "open")
      #expect(try row.get("quorum_n") == 2)
      #expect(try row.get("matched_option_id", as: UUID?.self) == nil)
      #expect(try row.get("created_at") == noon)
    }
  }

  @Test func theCreatorTakesPartAndGetsARow() async throws {
    try await withApps { host in
      #expect(try await host.count("SELECT count(*) FROM users") == 0)
      let game = try await host.startGame()
      let participants = try await host.database.query(
        "SELECT user_id FROM session_participants WHERE session_id = \(game.id)")
      #expect(try participants.map { try $0.get("user_id", as: UUID.self) } == [game.creator])
      #expect(try await host.count("SELECT count(*) FROM users WHERE id = \(game.creator)") == 1)
    }
  }

  @Test func aUserStartsTwoHundredSessionsWithinADay() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall, connections: 8) { host in
      let user = UUID()
      let category = try await host.category("Movies")
      try await host.database.execute("INSERT INTO users (id) VALUES (\(user))")
      try await host.database.transaction { transaction in
        for number in 0..<190 {
          try await transaction.execute(
            """
            INSERT INTO sessions (id, category_id, created_by, invite_code, status, created_at)
            VALUES (\(UUID()), \(category), \(user), \("code-\(number)"), 'closed', \(noon))
            """)
        }
      }
      let answers = try await host.racing { _ in
        try await host.call("create_session", by: user, ["category_id": category.json])
      }
      #expect(answers.count { $0.status == 200 } == 10)
      let refused = answers.filter { $0.status != 200 }
      #expect(
        refused.allSatisfy { $0.code == "SESSION_LIMIT_REACHED" && $0.json?["error"]?["details"]?["limit"] == 200 })
      clock.advance(by: 86_400)
      #expect(try await host.call("create_session", by: user, ["category_id": category.json]).status == 200)
    }
  }

  @Test func allOptionsOfTheCategoryComeInTheirOrder() async throws {
    try await withApps { host in
      let game = try await host.startGame(of: "Activities")
      let rows = try await host.database.query(
        """
        SELECT so.order_index, o.label FROM session_options so JOIN options o ON o.id = so.option_id
        WHERE so.session_id = \(game.id) ORDER BY so.order_index
        """)
      #expect(try rows.map { try $0.get("order_index", as: Int.self) } == Array(0..<12))
      #expect(
        try rows.map { try $0.get("label", as: String.self) } == [
          "Bowling", "Board games", "Hiking", "Museum", "Karaoke", "Swimming", "Mini golf", "Escape room", "Picnic",
          "Climbing", "Live music", "Bike ride",
        ])
    }
  }

  @Test(arguments: [(1, 200), (2, 200), (100, 200), (0, 400), (101, 400), (-1, 400), (Int.max, 400)])
  func theQuorumIsFromOneToAHundred(quorum: Int, status: Int) async throws {
    try await withApps { host in
      let category = try await host.category("Movies").json
      let answer = try await host.call(
        "create_session", by: UUID(), ["category_id": category, "quorum_n": .integer(Int64(quorum))])
      #expect(answer.status == status)
      if status == 200 {
        #expect(try await host.count("SELECT quorum_n FROM sessions") == quorum)
      } else {
        #expect(answer.code == "VALIDATION_ERROR")
        #expect(try await host.count("SELECT count(*) FROM sessions") == 0)
      }
    }
  }

  @Test func aNullQuorumIsTheDefault() async throws {
    try await withApps { host in
      let category = try await host.category("Movies").json
      let answer = try await host.call("create_session", by: UUID(), ["category_id": category, "quorum_n": .null])
      #expect(answer.status == 200)
      #expect(try await host.count("SELECT quorum_n FROM sessions") == 2)
    }
  }

  @Test func anUnknownCategoryIsNotFoundAndLeavesNothing() async throws {
    try await withApps { host in
      let answer = try await host.call("create_session", by: UUID(), ["category_id": UUID().json])
      #expect(answer.status == 404)
      #expect(answer.code == "CATEGORY_NOT_FOUND")
      #expect(try await host.count("SELECT count(*) FROM sessions") == 0)
      #expect(try await host.count("SELECT count(*) FROM users") == 0)
    }
  }

  @Test(
    arguments: [
      ([:], "$.category_id"), (["category_id": "Movies"], "$.category_id"), (["category_id": 7], "$.category_id"),
      (["category_id": "00000000-0000-4000-8000-000000000000", "quorum_n": "2"], "$.quorum_n"), ([], "$"),
    ] as [(JSONValue, String)])
  func malformedInputIsRefusedWithItsPath(input: JSONValue, path: String) async throws {
    try await withApps { host in
      let answer = try await host.call("create_session", by: UUID(), input)
      #expect(answer.status == 400)
      #expect(answer.code == "VALIDATION_ERROR")
      #expect(answer.json?["error"]?["details"]?["path"]?.string == path)
    }
  }

  @Test func aTakenCodeIsReplacedByAnother() async throws {
    let taken = try #require(InviteCode(typed: "222222"))
    let other = try #require(InviteCode(typed: "333333"))
    let given = Mutex([taken, taken, taken, other])
    let creating = Function("create_with_codes", access: .user) { (category: UUID, context) in
      try await startSession(of: category, quorum: nil, context) { given.withLock { $0.removeFirst() } }
    }
    try await withApps(adding: [creating]) { host in
      let category = try await host.category("Movies").json
      let first = try await host.call("create_with_codes", by: UUID(), category)
      #expect(first.json?["invite_code"] == "222222")
      let second = try await host.call("create_with_codes", by: UUID(), category)
      #expect(second.json?["invite_code"] == "333333")
      #expect(given.withLock { $0.count } == 0)
    }
  }

  @Test func withoutAFreeCodeNothingIsStored() async throws {
    let code = try #require(InviteCode(typed: "222222"))
    let creating = Function("create_with_code", access: .user) { (category: UUID, context) in
      try await startSession(of: category, quorum: nil, context) { code }
    }
    try await withApps(adding: [creating]) { host in
      let category = try await host.category("Movies").json
      #expect(try await host.call("create_with_code", by: UUID(), category).status == 200)
      let refused = try await host.call("create_with_code", by: UUID(), category)
      #expect(refused.status == 500)
      #expect(refused.code == "SERVER_ERROR")
      for table: SQL in ["sessions", "session_participants", "users"] {
        #expect(try await host.count("SELECT count(*) FROM \(table)") == 1)
      }
    }
  }
}
