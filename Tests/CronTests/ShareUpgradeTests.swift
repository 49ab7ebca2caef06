import Edge
import Engines
import Foundation
import SwiftletTesting
import Testing

@testable import Cron
@testable import Functions

/// Shares that were stored before their table had rules: they stop neither the upgrade nor the job.
@Suite(.enabled(if: TemporaryDatabase.server != nil, "SWIFTLET_TEST_DATABASE names no server"))
struct ShareUpgradeTests {
  private static let text = #"""
    {"origin":{"latitude":1,"longitude":2},"destination":{"latitude":3,"longitude":4},"distance":5.2,"duration":1800,\#
    "transport_mode":"driving","estimated_arrival":"2026-03-01T12:30:00Z"}
    """#

  /// A row that breaks a rule, or whose fault only a reader finds.
  private struct Malformed {
    var route = text
    var recipients = "ARRAY[VICTIM]::uuid[]"
    var end = "'2026-03-01T13:00:00Z'"
    var start = "'2026-03-01T12:00:00Z'"
    /// Whether the table's rules refuse it.
    var isRefused = true
  }

  private static let malformed: [Malformed] = [
    Malformed(route: text.replacing("5.2", with: "1e400")),
    Malformed(route: text.replacing("5.2", with: "1e131071")),
    Malformed(route: text.replacing("5.2", with: "1e-16383")),
    Malformed(route: text.dropLast() + #","x":"\#(String(repeating: "x", count: 4_000_000))"}"#),
    Malformed(route: "[]"), Malformed(route: #""a route""#), Malformed(end: "'infinity'"),
    Malformed(end: "'20000-01-01T00:00:00Z'"), Malformed(start: "'-infinity'"),
    Malformed(recipients: "ARRAY[[VICTIM],[VICTIM]]::uuid[]"),
    Malformed(recipients: "('[5:5]={' || VICTIM || '}')::uuid[]"),
    Malformed(recipients: "ARRAY[VICTIM, NULL]::uuid[]"),
    Malformed(recipients: "array_fill(VICTIM::uuid, ARRAY[10000])"),
    Malformed(route: "{}", isRefused: false),
    Malformed(route: text.replacing("5.2", with: #""NaN""#), isRefused: false),
    Malformed(route: text.dropLast() + ",\"caf\u{E9}\":1,\"cafe\u{301}\":2}", isRefused: false),
  ]

  @Test func malformedSharesEndWithTheUpgrade() async throws {
    let old = MigrationSet(
      name: "apps", [.swivo, .enigmate, .leftova, .shvil, .push], tablesOnSQLiteAlone: ["eta_share_recipients"])
    let clock = SteppingClock()
    let host = try await TestHost(functions: functions, migrations: [old], clock: clock.wall)
    do {
      try await upgrade(host, clock)
    } catch {
      await host.shutdown()
      throw error
    }
    await host.shutdown()
  }

  private func upgrade(_ host: TestHost, _ clock: SteppingClock) async throws {
    let (victim, stranger) = (UUID(), UUID())
    for user in [victim, stranger] { try await host.database.execute("INSERT INTO users (id) VALUES (\(user))") }
    try await host.database.transaction { transaction in
      for row in Self.malformed {
        try await transaction.run(
          script: """
            INSERT INTO eta_shares (user_id, route_data, recipients, expires_at, created_at)
            VALUES ('\(stranger)', '\(row.route)', \(row.recipients.replacing("VICTIM", with: "'\(victim)'")),
              \(row.end), \(row.start))
            """)
      }
    }
    try await host.database.migrate(migrations)

    let active: SQL = "SELECT count(*) FROM eta_shares WHERE is_active"
    #expect(try await host.count(active) == Self.malformed.count { !$0.isRefused })
    #expect(try await host.count("SELECT count(*) FROM eta_shares") == Self.malformed.count)
    let friend = UUID()
    let share = #"""
      {"route_data":\#(Self.text),"recipients":["\#(victim.uuidString)"],"expires_at":"2026-03-01T13:00:00Z"}
      """#
    let made = try await host.request(
      .post, "/functions/v1/share_eta", as: .user(friend), headers: [.contentType: "application/json"],
      body: [UInt8](share.utf8))
    #expect(made.status == 200)
    #expect(try await host.call("eta_shares", as: .user(victim)).text == "[\(made.text)]")

    clock.advance(by: 3600)
    try await host.run(expireETAShares)
    #expect(try await host.count(active) == 0)
  }
}
