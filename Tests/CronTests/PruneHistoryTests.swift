import Edge
import Foundation
import Jobs
import SwiftletTesting
import Testing

@testable import Cron

@Suite struct PruneHistoryTests {
  private let day = 86_400.0

  /// Stores one row of each kind from each of the ages, in days.
  private func store(_ ages: [Double], on host: TestHost) async throws {
    let (user, category, option) = (UUID(), UUID(), UUID())
    try await host.database.transaction { transaction in
      try await transaction.execute("INSERT INTO users (id) VALUES (\(user))")
      try await transaction.execute("INSERT INTO categories (id, name, sort_order) VALUES (\(category), 'x', 1)")
      try await transaction.execute(
        "INSERT INTO options (id, category_id, label, sort_order) VALUES (\(option), \(category), 'x', 1)")
      for age in ages {
        let date = noon - age * day
        for status in ["open", "closed", "matched"] {
          let (id, matched) = (UUID(), status == "matched")
          try await transaction.execute(
            """
            INSERT INTO sessions (id, category_id, created_by, invite_code, status, matched_option_id, matched_at, created_at)
            VALUES (\(id), \(category), \(user), \(id.uuidString), \(status), \(matched ? option : nil),
              \(matched ? date : nil), \(date))
            """)
          try await transaction.execute(
            "INSERT INTO session_participants (session_id, user_id) VALUES (\(id), \(user))")
        }
        for isActive in [true, false] {
          let recipients = host.database.dialect == .postgres ? "{}" : "[]"
          try await transaction.execute(
            """
            INSERT INTO eta_shares (id, user_id, route_data, recipients, is_active, expires_at, created_at, updated_at)
            VALUES (\(UUID()), \(user), '{}', \(recipients), \(isActive), \(date), \(date), \(date))
            """)
        }
        try await transaction.execute(
          """
          INSERT INTO subscription_notices (id, store, type, outcome, signed_at, received_at)
          VALUES (\(UUID().uuidString), 'app_store', 'TEST', 'ignored', \(date), \(date))
          """)
        try await transaction.execute(
          "INSERT INTO account_deletions (user_id, requested_at, deleted_at) VALUES (\(UUID()), \(date), \(date))")
        try await transaction.execute(
          "INSERT INTO account_deletions (user_id, requested_at) VALUES (\(UUID()), \(date))")
      }
    }
  }

  private func counts(on host: TestHost) async throws -> [Int] {
    let tables: [SQL] = [
      "sessions", "session_participants", "eta_shares", "subscription_notices", "account_deletions",
    ]
    var counts: [Int] = []
    for table in tables { counts.append(try await host.count("SELECT count(*) FROM \(table)")) }
    return counts
  }

  @Test func eachKindIsKeptForItsDays() async throws {
    let job = try #require(crontab.first { $0.name == "prune_history" })
    #expect(
      job.days == [
        "closed_sessions": 180, "ended_shares": 90, "subscription_notices": 400, "account_deletions": 30,
      ])
    try await withApps { host in
      try await store([1, 29, 31, 89, 91, 179, 181, 399, 401], on: host)
      #expect(try await counts(on: host) == [27, 27, 18, 9, 18])
      try await host.run(job)
      // Open sessions, active shares and deletions that are still to be made stay.
      #expect(try await counts(on: host) == [21, 21, 13, 8, 11])
      try await host.run(job)
      #expect(try await counts(on: host) == [21, 21, 13, 8, 11])
    }
  }

  @Test func aClosedSessionIsKeptForItsDaysFromItsEnd() async throws {
    var override = JobOverride()
    override.days = ["closed_sessions": 7]
    let registry = try JobRegistry(functions: [], jobs: crontab, overrides: ["prune_history": override])
    let job = try #require(registry.scheduled.first { $0.job.name == "prune_history" }?.job)
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, category, session) = (UUID(), UUID(), UUID())
      try await host.database.execute("INSERT INTO users (id) VALUES (\(user))")
      try await host.database.execute("INSERT INTO categories (id, name, sort_order) VALUES (\(category), 'x', 1)")
      try await host.database.execute(
        """
        INSERT INTO sessions (id, category_id, created_by, invite_code, created_at)
        VALUES (\(session), \(category), \(user), 'ABCDEF', \(noon - 20 * day))
        """)
      let input: JSONValue = ["session_id": .string(session.uuidString)]
      let closing = try await host.call("close_session", as: .user(user), json: input)
      try #require(closing.status == 200, "\(closing.text)")
      for (days, kept) in [(6.9, 1), (0.2, 0)] {
        clock.advance(by: days * day)
        try await host.run(job)
        #expect(try await host.count("SELECT count(*) FROM sessions") == kept)
      }
    }
  }

  @Test func aTransferGoesWithItsNotice() async throws {
    let job = try #require(crontab.first { $0.name == "prune_history" })
    try await withApps { host in
      for (id, age) in [("old", 401), ("new", 399)] {
        let date = noon - Double(age) * day
        try await host.database.execute(
          """
          INSERT INTO subscription_notices (id, store, type, outcome, signed_at, received_at)
          VALUES (\(id), 'revenuecat', 'TRANSFER', 'applied', \(date), \(date))
          """)
        try await host.database.execute(
          """
          INSERT INTO store_transfers (from_user_id, store, made_at, notice_id)
          VALUES (\(UUID()), 'revenuecat', \(date), \(id))
          """)
      }
      try await host.run(job)
      #expect(try await host.count("SELECT count(*) FROM store_transfers WHERE notice_id = 'new'") == 1)
      #expect(try await host.count("SELECT count(*) FROM store_transfers") == 1)
    }
  }

  @Test func theIdOfADeletedSubscriberIsKeptWhileAStoreMayNameIt() async throws {
    let job = try #require(crontab.first { $0.name == "prune_history" })
    try await withApps { host in
      let date = noon - 31 * day
      for end in [noon - day, noon + day] {
        try await host.database.execute(
          """
          INSERT INTO account_deletions (user_id, requested_at, deleted_at, kept_until)
          VALUES (\(UUID()), \(date), \(date), \(end))
          """)
      }
      try await host.run(job)
      #expect(try await host.count("SELECT count(*) FROM account_deletions WHERE kept_until > \(noon)") == 1)
      #expect(try await host.count("SELECT count(*) FROM account_deletions") == 1)
    }
  }

  @Test func theConfigurationSetsTheDays() async throws {
    var override = JobOverride()
    override.days = ["closed_sessions": 30, "ended_shares": 30, "subscription_notices": 30, "account_deletions": 1]
    let registry = try JobRegistry(functions: [], jobs: crontab, overrides: ["prune_history": override])
    let job = try #require(registry.scheduled.first { $0.job.name == "prune_history" }?.job)
    try await withApps { host in
      try await store([0.5, 29, 31], on: host)
      try await host.run(job)
      #expect(try await counts(on: host) == [7, 7, 5, 2, 4])
    }
  }

  @Test func batchesFindTheirRowsByAnIndex() async throws {
    try await withApps { host in
      let plans: [(SQL, String)] = [
        (.deleteClosedSessions(before: noon, limit: 500, hold: ""), "sessions_over"),
        (.deleteEndedShares(before: noon, limit: 500, hold: ""), "eta_shares_"),
        (.deleteNotices(before: noon, limit: 500, hold: ""), "subscription_notices_by_time"),
        (.deleteAccountDeletions(before: noon, at: noon, limit: 500, hold: ""), "account_deletions_by_time"),
      ]
      for (statement, index) in plans {
        let steps = try await host.plan(of: statement, bitmaps: false)
        #expect(steps.contains { $0.contains(index) }, "\(steps)")
        #expect(!steps.contains { $0.contains("Seq Scan") }, "\(steps)")
      }
    }
  }
}
