import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Cron

@Suite struct ResetDailyLimitsTests {
  private func search(_ user: UUID, on host: TestHost) async throws -> Int {
    try await host.call("perform_action", as: .user(user), json: ["action": "search"]).status
  }

  private func searchesToday(of user: UUID, on host: TestHost) async throws -> JSONValue? {
    try await host.call("usage_stats", as: .user(user)).json["searchesToday"]
  }

  @Test func runsAtMidnightUTC() throws {
    let job = try #require(crontab.first { $0.name == "reset_daily_limits" })
    #expect(job.schedule == "0 0 * * *")
  }

  @Test func countersBeginAnewAndThePastGoes() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      for _ in 0..<4 {
        for _ in 0..<5 { #expect(try await search(user, on: host) == 200) }
        #expect(try await search(user, on: host) == 403)
        clock.advance(by: 86_400)
        try await host.run(resetDailyLimits)
        #expect(try await searchesToday(of: user, on: host) == 0)
        #expect(try await host.count("SELECT count(*) FROM usage_counters") == 1)
      }
      clock.advance(by: 86_400)
      try await host.run(resetDailyLimits)
      #expect(try await host.count("SELECT count(*) FROM usage_counters") == 0)
    }
  }

  @Test func aLateOrRepeatedRunLeavesTodaysUse() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      for _ in 0..<5 { #expect(try await search(user, on: host) == 200) }
      for _ in 0..<3 {
        try await host.run(resetDailyLimits)
        #expect(try await searchesToday(of: user, on: host) == 5)
        #expect(try await search(user, on: host) == 403)
        clock.advance(by: 3600)
      }
    }
  }

  @Test func aClockThatIsSetBackOverMidnightRestoresNoLimits() async throws {
    let clock = SteppingClock(noon + 43_200 - 60)
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      for _ in 0..<5 { #expect(try await search(user, on: host) == 200) }
      clock.advance(by: 120)
      try await host.run(resetDailyLimits)
      #expect(try await search(user, on: host) == 200)
      clock.advance(by: -120)
      try await host.run(resetDailyLimits)
      #expect(try await searchesToday(of: user, on: host) == 5)
      #expect(try await search(user, on: host) == 403)
      clock.advance(by: 120)
      #expect(try await searchesToday(of: user, on: host) == 1)
    }
  }

  @Test func savedRecipesAndSubscriptionsStay() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      let saved = try await host.call("save_recipe", as: .user(user), json: ["recipe_id": UUID().uuidString])
      #expect(saved.status == 200)
      try await host.database.execute("INSERT INTO user_subscriptions (user_id, tier) VALUES (\(user), 'premium')")
      clock.advance(by: 3 * 86_400)
      try await host.run(resetDailyLimits)
      let usage = try await host.call("usage_stats", as: .user(user)).json
      #expect(usage["savedRecipes"] == 1)
      #expect(usage["tier"] == "premium")
    }
  }

  @Test(arguments: [0, 500, 1234])
  func aBacklogIsProcessedCompletely(count: Int) async throws {
    try await withApps { host in
      let today = CalendarDay(containing: noon)
      let users = (0..<10).map { _ in UUID() }
      try await host.database.transaction { transaction in
        for user in users { try await transaction.execute("INSERT INTO users (id) VALUES (\(user))") }
        for number in 0..<(count + 20) {
          let day = today.advanced(by: -(number / 10))
          try await transaction.execute(
            "INSERT INTO usage_counters (user_id, day, searches) VALUES (\(users[number % 10]), \(day), 3)")
        }
      }
      try await host.run(resetDailyLimits)
      let yesterday = today.advanced(by: -1)
      #expect(try await host.count("SELECT count(*) FROM usage_counters") == 20)
      #expect(try await host.count("SELECT count(*) FROM usage_counters WHERE day >= \(yesterday)") == 20)
    }
  }

  @Test func batchesFindTheirRowsByAnIndex() async throws {
    try await withApps { host in
      let steps = try await host.plan(
        of: .deleteCounters(before: CalendarDay(containing: noon), limit: 500, hold: ""), bitmaps: false)
      guard host.database.dialect == .sqlite else {
        #expect(!steps.contains { $0.contains("Seq Scan") || $0.contains("Sort") }, "\(steps)")
        #expect(steps.contains { $0.contains("usage_counters_by_day") }, "\(steps)")
        return
      }
      #expect(steps.contains("SEARCH usage_counters USING COVERING INDEX usage_counters_by_day (day<?)"), "\(steps)")
      // Only the batch, of at most the limit's rows, is scanned.
      #expect(steps.filter { $0.hasPrefix("SCAN") } == ["SCAN batch"], "\(steps)")
      #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(steps)")
    }
  }
}
