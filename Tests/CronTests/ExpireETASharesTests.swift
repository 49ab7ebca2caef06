import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Cron

@Suite struct ExpireETASharesTests {
  /// Stores `count` shares which end one second after another, the first at `first`, and a log of what becomes
  /// inactive.
  private func store(_ count: Int, endingFrom first: Date, on host: TestHost) async throws {
    let user = UUID()
    let dialect = host.database.dialect
    let noRecipients: SQL = dialect == .sqlite ? "'[]'" : "'{}'"
    try await host.database.transaction { transaction in
      try await transaction.run(script: Self.log(dialect))
      try await transaction.execute("INSERT INTO users (id) VALUES (\(user))")
      for number in 0..<count {
        try await transaction.execute(
          """
          INSERT INTO eta_shares (id, user_id, route_data, recipients, expires_at, created_at, updated_at)
          VALUES (\(UUID()), \(user), '{}', \(noRecipients), \(first + TimeInterval(number)), \(noon), \(noon))
          """)
      }
    }
  }

  /// A trigger that logs each change.
  private static func log(_ dialect: SQLDialect) -> String {
    switch dialect {
    case .sqlite:
      """
      CREATE TABLE changes (id TEXT NOT NULL);
      CREATE TRIGGER log AFTER UPDATE ON eta_shares BEGIN INSERT INTO changes VALUES (NEW.id); END;
      """
    case .postgres:
      """
      CREATE TABLE changes (id uuid NOT NULL);
      CREATE FUNCTION log() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO changes VALUES (NEW.id); RETURN NULL; END $$;
      CREATE TRIGGER log AFTER UPDATE ON eta_shares FOR EACH ROW EXECUTE FUNCTION log();
      """
    }
  }

  /// A trigger that fails the change after the seven hundredth.
  private static func fault(_ dialect: SQLDialect) -> String {
    switch dialect {
    case .sqlite:
      """
      CREATE TRIGGER fault BEFORE UPDATE ON eta_shares WHEN (SELECT count(*) FROM changes) = 700
      BEGIN SELECT RAISE(ABORT, 'a fault'); END;
      """
    case .postgres:
      // Row triggers run after the statement, row by row, in the order of their names.
      """
      CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT count(*) FROM changes) = 700 THEN RAISE EXCEPTION 'a fault'; END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER fault AFTER UPDATE ON eta_shares FOR EACH ROW EXECUTE FUNCTION fault();
      """
    }
  }

  @Test func runsEveryMinute() throws {
    let job = try #require(crontab.first { $0.name == "expire_eta_shares" })
    #expect(job.schedule == "* * * * *")
  }

  @Test func expiredSharesBecomeInactiveAndAreUpdated() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      try await store(10, endingFrom: noon + 60, on: host)
      clock.advance(by: 64)  // the fifth ends just now
      try await host.run(expireETAShares)
      let rows = try await host.database.query("SELECT is_active, updated_at FROM eta_shares ORDER BY expires_at")
      #expect(
        try rows.map { try $0.get("is_active") } == Array(repeating: false, count: 5) + Array(repeating: true, count: 5)
      )
      #expect(
        try rows.map { try $0.get("updated_at") }
          == Array(repeating: noon + 64, count: 5) + Array(repeating: noon, count: 5))
    }
  }

  @Test func repeatedAndLateRunsChangeEachShareOnce() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      try await store(10, endingFrom: noon + 1, on: host)
      for step in [0, 3, 0, 86_400, 0, -86_400, 0] as [TimeInterval] {
        clock.advance(by: step)
        try await host.run(expireETAShares)
      }
      #expect(try await host.count("SELECT count(*) FROM changes") == 10)
      #expect(try await host.count("SELECT count(DISTINCT id) FROM changes") == 10)
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE updated_at = \(noon + 3)") == 3)
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE updated_at = \(noon + 86_403)") == 7)
    }
  }

  @Test func concurrentRunsChangeEachShareOnce() async throws {
    try await withApps { host in
      try await store(1700, endingFrom: noon - 1700, on: host)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { try await host.run(expireETAShares) } }
        try await group.waitForAll()
      }
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE is_active") == 0)
      #expect(try await host.count("SELECT count(*) FROM changes") == 1700)
    }
  }

  @Test(arguments: [0, 1, 499, 500, 501, 1000, 1234])
  func aBacklogIsProcessedCompletely(count: Int) async throws {
    try await withApps { host in
      try await store(count, endingFrom: noon - 1300, on: host)
      try await host.run(expireETAShares)
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE is_active") == 0)
      #expect(try await host.count("SELECT count(*) FROM changes") == count)
    }
  }

  @Test func aRunThatFailsKeepsItsBatchesAndTheNextDoesTheRest() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      try await store(1200, endingFrom: noon - 1200, on: host)
      try await host.database.transaction { transaction in
        try await transaction.run(script: Self.fault(host.database.dialect))
      }
      await #expect(throws: DatabaseError.self) { try await host.run(expireETAShares) }
      #expect(try await host.count("SELECT count(*) FROM changes") == 500)
      let first = try await host.count(
        "SELECT count(*) FROM eta_shares WHERE NOT is_active AND expires_at < \(noon - 700)")
      #expect(first == 500, "those that ended first come first")

      clock.advance(by: 60)
      let place: SQL = host.database.dialect == .sqlite ? "" : "ON eta_shares"
      try await host.database.execute("DROP TRIGGER fault \(place)")
      try await host.run(expireETAShares)
      #expect(try await host.count("SELECT count(*) FROM changes") == 1200)
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE updated_at = \(noon)") == 500)
      #expect(try await host.count("SELECT count(*) FROM eta_shares WHERE updated_at = \(noon + 60)") == 700)
    }
  }

  @Test func batchesFindTheirRowsByTheIndexOfActiveShares() async throws {
    try await withApps { host in
      let steps = try await host.plan(of: .expireShares(at: noon, limit: 500, hold: ""), bitmaps: false)
      guard host.database.dialect == .sqlite else {
        #expect(!steps.contains { $0.contains("Seq Scan") || $0.contains("Sort") }, "\(steps)")
        #expect(steps.contains { $0.contains("idx_eta_shares_active_expires") }, "\(steps)")
        return
      }
      #expect(steps.contains("SEARCH eta_shares USING PRIMARY KEY (id=?)"), "\(steps)")
      #expect(
        steps.contains {
          $0.hasPrefix("SEARCH eta_shares USING") && $0.hasSuffix("INDEX eta_shares_expiring (expires_at<?)")
        },
        "\(steps)")
      // Only the batch, of at most the limit's rows, is scanned.
      #expect(steps.filter { $0.hasPrefix("SCAN") } == ["SCAN batch"], "\(steps)")
      #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(steps)")
    }
  }
}
