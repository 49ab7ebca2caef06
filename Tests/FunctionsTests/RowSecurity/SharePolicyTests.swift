import Edge
import Engines
import Foundation
import Functions
import SwiftletTesting
import Testing

/// The times of shares for users who write at their project's REST address.
@Suite(.onPostgres) struct SharePolicyTests {
  private static let violation = Outcome(refusal: "checkViolation")

  /// The statement that inserts a share with an end, and with more columns.
  private func insert(until end: String, _ columns: String = "", _ values: String = "") -> String {
    """
    INSERT INTO eta_shares (route_data, recipients, expires_at\(columns))
    VALUES ('{}', '{\(UUID())}', \(end)\(values))
    """
  }

  @Test func theDatabaseDatesShares() async throws {
    try await withApps(adding: [asCaller]) { host in
      let user = UUID()
      try await host.register(user)
      func run(_ sql: String) async throws -> Outcome { try await host.execute(sql, changes: true, by: user) }
      let late = "'9999-01-01'"
      let columns = ", created_at, updated_at"
      #expect(
        try await run(insert(until: "now() + interval '1 hour'", columns, ", \(late), \(late)")) == Outcome(changed: 1))
      #expect(
        try await run("UPDATE eta_shares SET created_at = \(late), updated_at = \(late)") == Outcome(changed: 1))
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE created_at > '2100-01-01T00:00:00Z'") == 0)
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE updated_at > '2100-01-01T00:00:00Z'") == 0)
      try await host.database.execute("UPDATE eta_shares SET updated_at = '2000-01-01T00:00:00Z'")
      #expect(try await run("UPDATE eta_shares SET is_active = false") == Outcome(changed: 1))
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE updated_at > '2001-01-01T00:00:00Z'") == 1)
    }
  }

  @Test func aShareEndsWithinSevenDays() async throws {
    try await withApps(adding: [asCaller]) { host in
      let user = UUID()
      try await host.register(user)
      func run(_ sql: String) async throws -> Outcome { try await host.execute(sql, changes: true, by: user) }
      for end in ["now() + interval '8 days'", "'9999-01-01'"] {
        #expect(try await run(insert(until: end)) == Self.violation, "\(end)")
        #expect(try await run(insert(until: end, ", is_active", ", false")) == Self.violation, "\(end)")
      }
      #expect(try await run(insert(until: "now() + interval '6 days'")) == Outcome(changed: 1))
      #expect(try await run("UPDATE eta_shares SET expires_at = now() + interval '8 days'") == Self.violation)
      #expect(try await run("UPDATE eta_shares SET expires_at = now() + interval '5 days'") == Outcome(changed: 1))
    }
  }

  /// Shares of an earlier version whose times are far ahead.
  @Test func aShareWithALateEndIsEndedByTheUpgradeAndNotBegunAgain() async throws {
    let earlier = MigrationSet(
      name: migrations.name, Array(migrations.migrations.prefix { $0.version < 26 }),
      tablesOnSQLiteAlone: migrations.tablesOnSQLiteAlone)
    let host = try await TestHost(functions: [asCaller], migrations: [earlier], clock: .fixed(noon))
    try await host.test { host in
      let user = UUID()
      try await host.register(user)
      let late = [("9999-01-01T00:00:00Z", "2026-03-01T12:00:00Z"), ("2026-03-01T13:00:00Z", "9999-01-01T00:00:00Z")]
      for (end, start) in late + [("2026-03-01T13:00:00Z", "2026-03-01T12:00:00Z")] {
        try await host.database.execute(
          """
          INSERT INTO eta_shares (user_id, route_data, recipients, expires_at, created_at)
          VALUES (\(user), '{}', '{}', \(end), \(start))
          """)
      }
      try await host.database.migrate(migrations)
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE is_active") == 1)
      let begun = "UPDATE eta_shares SET is_active = true WHERE expires_at > '9000-01-01'"
      #expect(try await host.execute(begun, changes: true, by: user) == Self.violation)
      let ended = "UPDATE eta_shares SET is_active = false"
      #expect(try await host.execute(ended, changes: true, by: user) == Outcome(changed: 3))
    }
  }
}
