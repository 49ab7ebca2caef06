import Edge
import Engines
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

/// Malformed rows of `eta_shares`: users insert at their project's REST address too, and a project's own table has no
/// rules.
@Suite struct MalformedShareTests {
  /// A malformed row, and its reason in the log.
  private struct Malformed {
    let name: String
    var route = ""
    var recipients: [UUID] = []
    var list: String?
    var expiresAt = "2026-03-01T13:00:00.000Z"
    var createdAt = "2026-03-01T12:00:00.000Z"
    var postgresOnly = false
  }

  private static let text = #"""
    {"origin":{"latitude":1,"longitude":2},"destination":{"latitude":3,"longitude":4},"distance":5.2,"duration":1800,\#
    "transport_mode":"driving","estimated_arrival":"2026-03-01T12:30:00Z"}
    """#

  private static func route(_ member: String) -> String { text.dropLast() + ",\(member)}" }

  private static let malformed: [Malformed] = [
    Malformed(name: "no double", route: route(#""x":1e400"#)),
    Malformed(name: "5,000 digits", route: route(#""x":\#(String(repeating: "9", count: 5000))"#)),
    Malformed(name: "equal keys", route: route("\"caf\u{E9}\":1,\"cafe\u{301}\":2")),
    Malformed(
      name: "deep", route: route(#""x":\#(String(repeating: "[", count: 70) + String(repeating: "]", count: 70))"#)),
    Malformed(name: "large", route: route(#""x":"\#(String(repeating: "x", count: 20_000))""#)),
    Malformed(name: "a list", route: "[]"),
    Malformed(name: "empty", route: "{}"),
    Malformed(name: "null", route: "null"),
    Malformed(name: "another type", route: text.replacing("5.2", with: #""NaN""#)),
    Malformed(name: "no instant", route: text.replacing("2026-03-01T12:30:00Z", with: "soon")),
    Malformed(name: "infinity", route: text, expiresAt: "infinity"),
    Malformed(name: "the year 20000", route: text, expiresAt: "20000-01-01 00:00:00+00"),
    Malformed(name: "a beginning at infinity", route: text, createdAt: "infinity"),
    Malformed(name: "null recipient", route: text, list: "null", postgresOnly: true),
    Malformed(name: "two dimensions", route: text, list: "[", postgresOnly: true),
  ]

  /// Removes the table's rules, which a project's own table does not have.
  private func dropRules(_ host: TestHost) async throws {
    try await host.database.transaction { transaction in
      switch host.database.dialect {
      case .sqlite:
        try await transaction.run(script: "DROP TRIGGER check_new_eta_share; DROP TRIGGER check_changed_eta_share")
      case .postgres:
        try await transaction.run(
          script: """
            DO $$ DECLARE rule text; BEGIN
              FOR rule IN SELECT conname FROM pg_constraint WHERE conrelid = 'eta_shares'::regclass AND contype = 'c'
              LOOP EXECUTE format('ALTER TABLE eta_shares DROP CONSTRAINT %I', rule); END LOOP;
            END $$
            """)
      }
    }
  }

  private func insert(_ row: Malformed, by sender: UUID, for victim: UUID, on host: TestHost) async throws -> UUID {
    let id = UUID()
    let recipients =
      switch (host.database.dialect, row.list) {
      case (.sqlite, _): "[\"\(victim.text)\"]"
      case (.postgres, "null"): "{\(victim.text),NULL}"
      case (.postgres, "["): "{{\(victim.text)},{\(victim.text)}}"
      case (.postgres, _): "{\(victim.text)}"
      }
    try await host.database.execute(
      """
      INSERT INTO eta_shares (id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at)
      VALUES (\(id), \(sender), \(row.route), \(recipients), TRUE, \(row.expiresAt), \(row.createdAt), \(noon))
      """)
    return id
  }

  @Test func malformedRowsAreLeftOutAndLogged() async throws {
    let recorder = LogRecorder()
    try await withApps(recorder: recorder) { host in
      let (victim, friend, stranger) = (UUID(), UUID(), UUID())
      let own = try await host.call("share_eta", by: victim, Share(for: [friend]).json)
      let theirs = try await host.call("share_eta", by: friend, Share(for: [victim]).json)
      let good = try Set([own, theirs].map { try #require($0.json?["id"]) })
      try await dropRules(host)
      try await host.database.execute("INSERT INTO users (id) VALUES (\(stranger))")
      let isPostgres = host.database.dialect == .postgres
      for row in Self.malformed where isPostgres || !row.postgresOnly {
        let id = try await insert(row, by: stranger, for: victim, on: host)
        _ = recorder.take()
        let answer = try await host.call("eta_shares", by: victim)
        #expect(answer.status == 200, "\(row.name)")
        guard case .array(let shares) = answer.json else { throw Unexpected.notAnArray }
        #expect(Set(shares.compactMap { $0["id"] }) == good, "\(row.name)")
        let logged = recorder.take().filter { $0.message == "Left out a row that cannot be read" }
        let line = try #require(logged.first, "\(row.name)")
        #expect(line.metadata["table"] == "eta_shares")
        #expect(line.metadata["row"] == id.text)
        #expect(line.metadata["reason"]?.isEmpty == false)
        #expect(line.metadata["reason"]?.contains("caf") == false, "the reason holds no value")
        try await host.database.execute("DELETE FROM eta_shares WHERE id = \(id)")
      }
    }
  }

  @Test func aShareWithARouteOfAnotherShapeCanBeEnded() async throws {
    try await withApps { host in
      let (owner, friend) = (UUID(), UUID())
      try await host.database.execute("INSERT INTO users (id) VALUES (\(owner))")
      let id = try await insert(Malformed(name: "", route: "{}"), by: owner, for: friend, on: host)
      let changed = try await host.call(
        "update_eta_share", by: owner, ["share_id": .string(id.text), "expires_at": "2026-03-01T13:30:00Z"])
      #expect(changed.status == 400)
      let ended = try await host.call(
        "update_eta_share", by: owner, ["share_id": .string(id.text), "is_active": false])
      #expect(ended.status == 200)
      #expect(ended.json?["is_active"] == false)
      let repeated = try await host.call(
        "update_eta_share", by: owner, ["share_id": .string(id.text), "is_active": false])
      #expect(repeated == ended)
    }
  }

  @Test func theTableRefusesRowsThatBreakItsRules() async throws {
    try await withApps { host in
      let (victim, stranger) = (UUID(), UUID())
      try await host.database.execute("INSERT INTO users (id) VALUES (\(stranger))")
      let isPostgres = host.database.dialect == .postgres
      // The table's rules cannot find the faults of these rows.
      var taken: Set = ["equal keys", "empty", "another type", "no instant"]
      if !isPostgres { taken.formUnion(["no double", "5,000 digits", "deep"]) }
      for row in Self.malformed where isPostgres || !row.postgresOnly {
        do {
          _ = try await insert(row, by: stranger, for: victim, on: host)
          #expect(taken.contains(row.name), "\(row.name)")
        } catch let error as DatabaseError {
          #expect(!taken.contains(row.name), "\(row.name): \(error)")
          #expect([.checkViolation, .constraintViolation].contains(error.code), "\(row.name): \(error)")
        }
      }
      let answer = try await host.call("eta_shares", by: victim)
      #expect(answer == Answer(200, []))
    }
  }

  @Test func manyMalformedRowsAreLoggedInOneMoreLine() async throws {
    let recorder = LogRecorder()
    try await withApps(recorder: recorder) { host in
      let (victim, stranger) = (UUID(), UUID())
      try await host.database.execute("INSERT INTO users (id) VALUES (\(stranger))")
      for _ in 0..<25 {
        _ = try await insert(Malformed(name: "", route: "{}"), by: stranger, for: victim, on: host)
      }
      _ = recorder.take()
      #expect(try await host.call("eta_shares", by: victim) == Answer(200, []))
      let logged = recorder.take()
      #expect(logged.count == 21)
      #expect(logged.last?.metadata == ["table": "eta_shares", "rows": "5"])
    }
  }

  @Test func aRoutesUnknownMembersAreKept() async throws {
    try await withApps { host in
      let (victim, stranger) = (UUID(), UUID())
      try await host.database.execute("INSERT INTO users (id) VALUES (\(stranger))")
      let row = Malformed(name: "", route: Self.route(#""polyline":"abc""#))
      _ = try await insert(row, by: stranger, for: victim, on: host)
      guard case .array(let shares) = try await host.call("eta_shares", by: victim).json else {
        throw Unexpected.notAnArray
      }
      #expect(shares.first?["route_data"]?["polyline"] == "abc")
    }
  }

  /// The rules check new rows only: rows of an earlier version stop neither the upgrade nor the job that ends them.
  @Test func sharesOfAnEarlierVersionAreListedAfterTheUpgrade() async throws {
    let earlier = MigrationSet(
      name: migrations.name, Array(migrations.migrations.prefix { $0.version < 6 }),
      tablesOnSQLiteAlone: migrations.tablesOnSQLiteAlone)
    let host = try await TestHost(functions: functions, migrations: [earlier], clock: .fixed(noon))
    do {
      let (victim, stranger) = (UUID(), UUID())
      try await host.database.execute("INSERT INTO users (id) VALUES (\(stranger))")
      let good = try await insert(Malformed(name: "", route: Self.text), by: stranger, for: victim, on: host)
      for row in Self.malformed where row.name != "deep" && !row.postgresOnly {
        _ = try await insert(row, by: stranger, for: victim, on: host)
      }
      #expect(try await host.database.migrate(migrations).first?.version == 6)
      guard case .array(let shares) = try await host.call("eta_shares", by: victim).json else {
        throw Unexpected.notAnArray
      }
      #expect(shares.map { $0["id"] } == [good.json])
      #expect(shares.first?["is_active"] == true)
      let active = try await host.count("SELECT count(*) FROM eta_shares WHERE is_active")
      let ended = try await host.database.execute("UPDATE eta_shares SET is_active = FALSE WHERE is_active")
      #expect(ended == active)
    } catch {
      await host.shutdown()
      throw error
    }
    await host.shutdown()
  }
}
