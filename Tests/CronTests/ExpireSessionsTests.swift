import Edge
import Foundation
import Jobs
import SwiftletTesting
import Testing

@testable import Cron
@testable import Functions

@Suite struct ExpireSessionsTests {
  /// Stores sessions that began `days` days before noon, with consecutive codes from `FHKLM2`.
  private func store(_ days: [Int], status: String = "open", on host: TestHost) async throws -> [UUID] {
    let (user, category, option) = (UUID(), UUID(), UUID())
    let ids = days.map { _ in UUID() }
    let matched = status == "matched"
    try await host.database.transaction { transaction in
      try await transaction.execute("INSERT INTO users (id) VALUES (\(user))")
      try await transaction.execute("INSERT INTO categories (id, name, sort_order) VALUES (\(category), 'x', 1)")
      try await transaction.execute(
        "INSERT INTO options (id, category_id, label, sort_order) VALUES (\(option), \(category), 'x', 1)")
      for (id, day) in zip(ids, days) {
        try await transaction.execute(
          """
          INSERT INTO sessions (id, category_id, created_by, invite_code, status, matched_option_id, matched_at, created_at)
          VALUES (\(id), \(category), \(user), \(id.uuidString), \(status), \(matched ? option : nil),
            \(matched ? noon : nil), \(noon - TimeInterval(day) * 86_400))
          """)
      }
    }
    return ids
  }

  private func expired(on host: TestHost) async throws -> Set<UUID> {
    Set(
      try await host.database.query("SELECT id FROM sessions WHERE status = 'closed' AND expired_at = \(noon)")
        .map { try $0.get("id") })
  }

  @Test func runsEveryHourAndEndsSessionsThatAreOpenForThirtyDays() async throws {
    let job = try #require(crontab.first { $0.name == "expire_sessions" })
    #expect(job.schedule == "23 * * * *")
    try await withApps { host in
      let open = try await store([0, 29, 30, 400], on: host)
      let matched = try await store([400], status: "matched", on: host)
      for _ in 1...2 {
        try await host.run(job)
        #expect(try await expired(on: host) == [open[2], open[3]])
      }
      #expect(
        try await host.count("SELECT count(*) FROM sessions WHERE id = \(matched[0]) AND expired_at IS NULL") == 1)
    }
  }

  @Test func anExpiredSessionWakesTheRequestsThatWaitForIt() async throws {
    try await withApps { host in
      let open = try await store([30], on: host)
      let changes = try host.changes.subscribe(to: .session(open[0]), by: UUID())
      try await host.run(expireSessions)
      #expect(try await changes.next(upTo: .seconds(3600)) == .hint)
    }
  }

  @Test func theAgeIsConfigurable() async throws {
    try await withApps { host in
      let open = try await store([0, 1, 2], on: host)
      var override = JobOverride()
      override.olderThan = .seconds(2 * 86_400)
      let registry = try JobRegistry(functions: [], jobs: [expireSessions], overrides: ["expire_sessions": override])
      try await host.run(try #require(registry.scheduled.first?.job))
      #expect(try await expired(on: host) == [open[2]])
    }
  }

  @Test func theCodeOfAnExpiredSessionIsUnknown() async throws {
    try await withApps { host in
      let ids = try await store([31, 1], on: host)
      let codes = ["FHKLMRWXY2", "FHKLMRWXY3"]
      for (id, code) in zip(ids, codes) {
        try await host.database.execute("UPDATE sessions SET invite_code = \(code) WHERE id = \(id)")
      }
      try await host.run(expireSessions)
      var answers: [TestResponse] = []
      for code in codes + ["FHKLMRWXY4"] {
        answers.append(
          try await host.call("join_session", as: .user(UUID()), json: ["invite_code": JSONValue.string(code)]))
      }
      #expect(answers.map(\.status) == [404, 200, 404])
      #expect(answers[0].text == answers[2].text)
    }
  }

  @Test func aBacklogIsProcessedCompletely() async throws {
    try await withApps { host in
      _ = try await store(Array(repeating: 40, count: 1100), on: host)
      try await host.run(expireSessions)
      #expect(try await expired(on: host).count == 1100)
    }
  }

  @Test func batchesFindTheirRowsByAnIndex() async throws {
    try await withApps { host in
      let steps = try await host.plan(
        of: .expireSessions(createdBefore: noon, at: noon, limit: 500, hold: ""), bitmaps: false)
      #expect(steps.contains { $0.contains("open_sessions_by_age") }, "\(steps)")
      #expect(!steps.contains { $0.contains("Seq Scan") || $0.contains("TEMP B-TREE") }, "\(steps)")
      #expect(steps.filter { $0.hasPrefix("SCAN") }.allSatisfy { $0 == "SCAN batch" }, "\(steps)")
    }
  }
}
