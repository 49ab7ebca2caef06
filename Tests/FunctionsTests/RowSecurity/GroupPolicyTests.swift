import Edge
import Foundation
import SwiftletTesting
import Testing

/// Shvil's groups as a client finds them that uses the tables past the host.
@Suite(.onPostgres) struct GroupPolicyTests {
  private static let refused = Outcome(refusal: "insufficientPrivilege")
  private static let violation = Outcome(refusal: "checkViolation")

  private func run(_ sql: String, by user: UUID, on host: TestHost) async throws -> Outcome {
    try await host.execute(sql, changes: true, by: user)
  }

  @Test func theDatabaseSetsCodesAndTimes() async throws {
    try await withApps(adding: [asCaller]) { host in
      let user = UUID()
      try await host.register(user)
      #expect(
        try await run("INSERT INTO social_groups (name) VALUES ('Mine')", by: user, on: host) == Outcome(changed: 1))
      let row = try #require(try await host.database.first("SELECT invite_code, qr_code FROM social_groups"))
      #expect(try row.get("qr_code") == "shvil://join/" + row.get("invite_code", as: String.self))
      for columns in [
        "invite_code = 'A'", "qr_code = 'https://evil'", "created_by = created_by", "updated_at = 'infinity'",
      ] {
        #expect(try await run("UPDATE social_groups SET \(columns)", by: user, on: host) == Self.refused, "\(columns)")
      }
      for column in ["invite_code", "qr_code"] {
        let insert = "INSERT INTO social_groups (name, \(column)) VALUES ('x', 'x')"
        #expect(try await run(insert, by: user, on: host) == Self.refused, "\(column)")
      }
      for change in ["name = ''", "name = repeat('x', 101)", "description = repeat('x', 1001)"] {
        #expect(try await run("UPDATE social_groups SET \(change)", by: user, on: host) == Self.violation, "\(change)")
      }
      #expect(try await run("UPDATE social_groups SET name = 'Ours'", by: user, on: host) == Outcome(changed: 1))
    }
  }

  @Test func theCreatorRenamesRemovesAndDeletes() async throws {
    try await withApps(adding: [asCaller]) { host in
      let (creator, friend, other) = (UUID(), UUID(), UUID())
      let group = try await host.makeGroup(by: creator, members: [friend, other])
      let removal = "DELETE FROM group_members WHERE user_id = '\(other)'"
      for change in [removal, "UPDATE social_groups SET name = 'x'", "DELETE FROM social_groups"] {
        #expect(try await run(change, by: friend, on: host) == Outcome(), "\(change)")
        #expect(try await run(change, by: UUID(), on: host) == Outcome(), "\(change)")
      }
      #expect(try await run(removal, by: creator, on: host) == Outcome(changed: 1))
      #expect(try await host.count("SELECT count(*) FROM group_members WHERE group_id = \(group.id)") == 2)
      #expect(try await run("DELETE FROM social_groups", by: creator, on: host) == Outcome(changed: 1))
      #expect(try await host.count("SELECT count(*) FROM group_members") == 0)
    }
  }

  @Test func aCreatorWhoLeavesHandsTheGroupOver() async throws {
    try await withApps(adding: [asCaller]) { host in
      let (creator, heir) = (UUID(), UUID())
      let group = try await host.makeGroup(by: creator, members: [heir])
      let leaving = "DELETE FROM group_members WHERE group_id = '\(group.id)' AND user_id = auth.uid()"
      #expect(try await run(leaving, by: creator, on: host) == Outcome(changed: 1))
      #expect(try await host.count("SELECT count(*) FROM social_groups WHERE created_by = \(heir)") == 1)
      let returning = "INSERT INTO group_members (group_id) VALUES ('\(group.id)')"
      #expect(try await run(returning, by: creator, on: host) == Self.refused)
      #expect(try await run(leaving, by: heir, on: host) == Outcome(changed: 1))
      #expect(try await host.count("SELECT count(*) FROM social_groups") == 0)
    }
  }

  @Test func joiningByTheDatabasesFunctionKeepsTheBounds() async throws {
    try await withApps(adding: [asCaller]) { host in
      let (user, creator) = (UUID(), UUID())
      try await host.register(user, creator)
      try await host.database.execute(
        """
        INSERT INTO social_groups (name, created_by, invite_code)
        SELECT 'x', \(user), 'CODE-' || n FROM generate_series(1, 99) AS n
        """)
      let groups = [try await host.makeGroup(by: creator), try await host.makeGroup(by: creator)]
      func join(_ group: Group) -> String { "SELECT id::text AS id FROM join_social_group('\(group.code)')" }
      #expect(try await host.execute(join(groups[0]), changes: true, by: user).refusal == nil)
      #expect(try await host.execute(join(groups[1]), changes: true, by: user) == Self.violation)
      #expect(try await host.execute(join(groups[0]), changes: true, by: user).refusal == nil, "again is no error")
      try await host.database.execute(
        """
        WITH added AS (INSERT INTO users (id) SELECT gen_random_uuid() FROM generate_series(1, 199) RETURNING id)
        INSERT INTO group_members (group_id, user_id) SELECT \(groups[1].id), id FROM added
        """
      )
      #expect(try await host.execute(join(groups[1]), changes: true, by: UUID()) == Self.violation)
    }
  }
}
