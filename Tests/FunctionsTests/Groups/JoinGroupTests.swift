import Edge
import Foundation
import HTTPTypes
import SwiftletTesting
import Testing

@testable import Functions

/// Joining a group by its code.
@Suite struct JoinGroupTests {
  @Test func joiningAgainHasTheSameAnswer() async throws {
    try await withApps { host in
      let group = try await host.makeGroup()
      let user = UUID()
      let body: JSONValue = ["invite_code": .string(group.code)]
      let first = try await host.table(.post, "social_groups/join", by: user, body)
      #expect(first.status == 200)
      #expect(first.json?.id == group.id)
      #expect(first.json?["member_count"] == 2)
      #expect(try await host.table(.post, "social_groups/join", by: user, body) == first)
      #expect(try await host.rpc("join_social_group", by: user, body) == first)
      #expect(try await host.call("join_social_group", by: user, body) == first)
    }
  }

  @Test func codesAreAcceptedAsPeopleTypeThem() async throws {
    try await withApps { host in
      let group = try await host.makeGroup()
      try await host.database.execute("UPDATE social_groups SET invite_code = 'AB01CD10' WHERE id = \(group.id)")
      for typed in [
        "ab01cd10", " AB01 CD10 ", "abol-cdIo", "AB0LCDL0", "a b o i c d i o", "shvil://join/AB01CD10",
      ] {
        let answer = try await host.call("join_social_group", by: UUID(), ["invite_code": .string(typed)])
        #expect(answer.status == 200, "\(typed)")
      }
      // A code that a client of the tables chose is found as it is.
      try await host.database.execute("UPDATE social_groups SET invite_code = 'Hello-1' WHERE id = \(group.id)")
      let answer = try await host.call("join_social_group", by: UUID(), ["invite_code": "Hello-1"])
      #expect(answer.status == 200)
    }
  }

  @Test(arguments: ["", "-- ", "ABCDEFGH", "' OR '1'='1", "\u{0}", String(repeating: "A", count: 65), "%", "_"])
  func anUnknownCodeIsNotFoundWhateverItHolds(code: String) async throws {
    try await withApps { host in
      _ = try await host.makeGroup()
      let answer = try await host.call("join_social_group", by: UUID(), ["invite_code": .string(code)])
      #expect(answer.status == 404)
      #expect(answer.code == "GROUP_NOT_FOUND")
      #expect(try await host.count("SELECT count(*) FROM group_members") == 1)
      // The user is stored with the wrong code, unless the account is deleted.
      #expect(try await host.count("SELECT count(*) FROM users") == 2)
    }
  }

  @Test func afterTenWrongCodesOfEitherAppEveryCodeIsRefusedForAMinute() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      let group = try await host.makeGroup()
      for number in 0..<10 {
        let answer =
          number.isMultiple(of: 2)
          ? try await host.join("222222222\(number == 4 ? 3 : 4)", by: user)
          : try await host.call("join_social_group", by: user, ["invite_code": .string("WRONG-\(number)")])
        #expect(answer.status == 404)
      }
      let refused = try await host.request(
        .post, "/rest/v1/social_groups/join", as: .user(user), headers: [.contentType: "application/json"],
        body: try Wire.encode(["invite_code": group.code]))
      #expect(refused.status == 429)
      #expect(try Answer(refused).code == "RATE_LIMIT_EXCEEDED")
      #expect(refused.headers[.retryAfter] == "60")
      #expect(try await host.join(group, by: UUID()).status == 200)
      clock.advance(by: 60)
      #expect(try await host.join(group, by: user).status == 200)
    }
  }

  @Test func ofManyJoinsAtOnceOneMakesAMember() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      let group = try await host.makeGroup()
      let answers = try await host.racing { _ in try await host.join(group, by: user) }
      #expect(Set(answers.map(\.status)) == [200])
      #expect(answers.allSatisfy { $0 == answers[0] })
      #expect(answers[0].json?["member_count"] == 2)
      #expect(try await host.count("SELECT count(*) FROM group_members WHERE group_id = \(group.id)") == 2)
    }
  }

  @Test func aGroupHasTwoHundredMembersAtMost() async throws {
    try await withApps(connections: 8) { host in
      let group = try await host.makeGroup()
      try await host.database.transaction { transaction in
        for _ in 0..<189 {
          let user = UUID()
          try await transaction.execute("INSERT INTO users (id) VALUES (\(user))")
          try await transaction.execute(
            "INSERT INTO group_members (id, group_id, user_id) VALUES (\(UUID()), \(group.id), \(user))")
        }
      }
      let answers = try await host.racing { _ in try await host.join(group, by: UUID()) }
      #expect(answers.count { $0.status == 200 } == 10)
      let refused = answers.filter { $0.status != 200 }
      #expect(
        refused.allSatisfy { $0.code == "MEMBER_LIMIT_REACHED" && $0.json?["error"]?["details"]?["limit"] == 200 })
      #expect(try await host.count("SELECT count(*) FROM group_members WHERE group_id = \(group.id)") == 200)
    }
  }

  @Test func codesAreOfThirtyTwoCharactersAndNeverTwice() {
    let codes = (0..<1000).map { _ in GroupCode().description }
    #expect(Set(codes).count == 1000)
    #expect(codes.allSatisfy { $0.count == 8 })
    #expect(Set(codes.joined()) == Set(GroupCode.alphabet))
    #expect(GroupCode.alphabet.count == 32)
  }

  @Test func aTakenCodeIsDrawnAgain() async throws {
    let clash = Function("clash", access: .user) { context in
      try await makeGroup(NewGroup(name: "x", description: nil), context) { Draws.next() }
    }
    try await withApps(adding: [clash]) { host in
      let first = try await host.call("clash", by: UUID())
      let second = try await host.call("clash", by: UUID())
      #expect(first.status == 200 && second.status == 200)
      #expect(first.json?["invite_code"] != second.json?["invite_code"])
    }
  }
}
