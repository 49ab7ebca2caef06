import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Cron

@Suite struct AdvanceHuntsTests {
  /// Stores drafts with these starts and ends, in seconds from noon.
  private func store(_ times: [(start: TimeInterval?, end: TimeInterval?)], on host: TestHost) async throws -> [UUID] {
    let user = UUID()
    let ids = times.map { _ in UUID() }
    try await host.database.transaction { transaction in
      try await transaction.execute("INSERT INTO users (id) VALUES (\(user))")
      for (id, time) in zip(ids, times) {
        try await transaction.execute(
          """
          INSERT INTO scavenger_hunts (id, title, created_by, start_time, end_time, updated_at)
          VALUES (\(id), 'x', \(user), \(time.start.map { noon + $0 }), \(time.end.map { noon + $0 }), \(noon))
          """)
      }
    }
    return ids
  }

  private func status(of hunt: UUID, on host: TestHost) async throws -> String? {
    try await host.database.first("SELECT status FROM scavenger_hunts WHERE id = \(hunt)")?.get("status")
  }

  /// A trigger that logs each change.
  private func log(_ host: TestHost) async throws {
    let script =
      switch host.database.dialect {
      case .sqlite:
        """
        CREATE TABLE changes (id TEXT NOT NULL, status TEXT NOT NULL);
        CREATE TRIGGER log AFTER UPDATE ON scavenger_hunts
        BEGIN INSERT INTO changes VALUES (NEW.id, NEW.status); END;
        """
      case .postgres:
        """
        CREATE TABLE changes (id uuid NOT NULL, status text NOT NULL);
        CREATE FUNCTION log() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN INSERT INTO changes VALUES (NEW.id, NEW.status); RETURN NULL; END $$;
        CREATE TRIGGER log AFTER UPDATE ON scavenger_hunts FOR EACH ROW EXECUTE FUNCTION log();
        """
      }
    try await host.database.transaction { try await $0.run(script: script) }
  }

  @Test func runsEveryMinute() throws {
    let job = try #require(crontab.first { $0.name == "advance_hunts" })
    #expect(job.schedule == "* * * * *")
  }

  @Test func huntsStartAndEndOnTime() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let hunts = try await store(
        [(0, nil), (60, 120), (61, nil), (nil, nil), (nil, 60), (30, 45)], on: host)
      let expected: [(TimeInterval, [String])] = [
        (0, ["active", "draft", "draft", "draft", "draft", "draft"]),
        (60, ["active", "active", "draft", "draft", "draft", "completed"]),
        (119, ["active", "active", "active", "draft", "draft", "completed"]),
        (120, ["active", "completed", "active", "draft", "draft", "completed"]),
      ]
      var now: TimeInterval = 0
      for (instant, statuses) in expected {
        clock.advance(by: instant - now)
        now = instant
        try await host.run(advanceHunts)
        for (hunt, expected) in zip(hunts, statuses) {
          #expect(try await status(of: hunt, on: host) == expected, "at \(instant)")
        }
      }
      #expect(try await host.count("SELECT count(*) FROM scavenger_hunts WHERE updated_at = \(noon + 120)") == 1)
    }
  }

  @Test func concurrentRunsChangeEachHuntOnce() async throws {
    try await withApps { host in
      _ = try await store(Array(repeating: (-60, -1), count: 1100), on: host)
      try await log(host)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { try await host.run(advanceHunts) } }
        try await group.waitForAll()
      }
      // A run that found the rows of another one locked leaves them to the next.
      try await host.run(advanceHunts)
      #expect(try await host.count("SELECT count(*) FROM scavenger_hunts WHERE status = 'completed'") == 1100)
      #expect(try await host.count("SELECT count(*) FROM changes") == 2200)
      #expect(try await host.count("SELECT count(DISTINCT id) FROM changes WHERE status = 'active'") == 1100)
    }
  }

  @Test(arguments: [0, 1, 499, 500, 501, 1001])
  func aBacklogIsProcessedCompletely(count: Int) async throws {
    try await withApps { host in
      _ = try await store(Array(repeating: (-60, nil), count: count), on: host)
      try await host.run(advanceHunts)
      #expect(try await host.count("SELECT count(*) FROM scavenger_hunts WHERE status = 'active'") == count)
    }
  }

  @Test func batchesFindTheirRowsByAnIndex() async throws {
    try await withApps { host in
      let statements: [SQL] = [
        .startHunts(at: noon, limit: 500, hold: ""), .completeHunts(at: noon, limit: 500, hold: ""),
      ]
      for (statement, index) in zip(statements, ["hunts_starting", "hunts_ending"]) {
        let steps = try await host.plan(of: statement, bitmaps: false)
        let name = host.database.dialect == .sqlite ? index : "idx_scavenger_\(index)"
        #expect(steps.contains { $0.contains(name) }, "\(steps)")
        #expect(!steps.contains { $0.contains("Seq Scan") || $0.contains("TEMP B-TREE") }, "\(steps)")
        #expect(steps.filter { $0.hasPrefix("SCAN") }.allSatisfy { $0 == "SCAN batch" }, "\(steps)")
      }
    }
  }
}
