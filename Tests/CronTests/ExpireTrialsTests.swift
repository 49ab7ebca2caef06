import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Cron
@testable import Functions

@Suite struct ExpireTrialsTests {
  private func tier(of user: UUID, on host: TestHost) async throws -> JSONValue? {
    try await host.call("usage_stats", as: .user(user)).json["tier"]
  }

  @Test func runsEveryTenMinutes() throws {
    let job = try #require(crontab.first { $0.name == "expire_trials" })
    #expect(job.schedule == "*/10 * * * *")
  }

  @Test func aTrialLastsAsLongAsTheFunctionsSay() {
    #expect(SQL.trialDuration == Subscription.trialDuration)
  }

  @Test func aTrialIsMarkedOnceItIsOverAndStaysOver() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      #expect(try await host.call("start_trial", as: .user(user)).status == 200)
      clock.advance(by: 7 * 86_400 - 1)
      try await host.run(expireTrials)
      #expect(try await host.count("SELECT count(*) FROM user_subscriptions WHERE trial_ended_at IS NOT NULL") == 0)
      #expect(try await tier(of: user, on: host) == "premium")
      clock.advance(by: 1)
      try await host.run(expireTrials)
      #expect(try await tier(of: user, on: host) == "free")
      // A clock that is set back does not bring the trial back, and neither does another start.
      clock.advance(by: -86_400)
      #expect(try await tier(of: user, on: host) == "free")
      #expect(try await host.call("start_trial", as: .user(user)).status == 409)
      let marked = try await host.database.first("SELECT trial_ended_at FROM user_subscriptions")
      clock.advance(by: 10 * 86_400)
      try await host.run(expireTrials)
      let again = try await host.database.first("SELECT trial_ended_at FROM user_subscriptions")
      #expect(try marked?.get("trial_ended_at", as: Date?.self) == again?.get("trial_ended_at", as: Date?.self))
    }
  }

  @Test func aPaidSubscriptionStaysAfterTheTrial() async throws {
    try await withApps { host in
      let user = UUID()
      try await host.database.execute("INSERT INTO users (id) VALUES (\(user))")
      try await host.database.execute(
        """
        INSERT INTO user_subscriptions (user_id, tier, premium_until, trial_started_at)
        VALUES (\(user), 'premium', \(noon + 60), \(noon - 8 * 86_400))
        """)
      try await host.run(expireTrials)
      #expect(try await tier(of: user, on: host) == "premium")
      #expect(try await host.count("SELECT count(*) FROM user_subscriptions WHERE trial_ended_at IS NOT NULL") == 1)
    }
  }

  @Test func aTrialThatAnOperatorStartsAgainLasts() async throws {
    try await withApps { host in
      let user = UUID()
      try await host.database.execute("INSERT INTO users (id) VALUES (\(user))")
      try await host.database.execute(
        """
        INSERT INTO user_subscriptions (user_id, trial_started_at, trial_ended_at)
        VALUES (\(user), \(noon - 60), \(noon - 86_400))
        """)
      try await host.run(expireTrials)
      #expect(try await tier(of: user, on: host) == "premium")
    }
  }

  @Test(arguments: [0, 500, 1234])
  func aBacklogIsProcessedCompletely(count: Int) async throws {
    try await withApps { host in
      try await host.database.transaction { transaction in
        for number in 0..<(count + 7) {
          let (user, start) = (UUID(), noon - (number < count ? 8 : 6) * 86_400)
          try await transaction.execute("INSERT INTO users (id) VALUES (\(user))")
          try await transaction.execute(
            "INSERT INTO user_subscriptions (user_id, trial_started_at) VALUES (\(user), \(start))")
        }
      }
      try await host.run(expireTrials)
      #expect(
        try await host.count("SELECT count(*) FROM user_subscriptions WHERE trial_ended_at IS NOT NULL") == count)
    }
  }

  @Test func batchesFindTheirRowsByAnIndex() async throws {
    try await withApps { host in
      let steps = try await host.plan(of: .expireTrials(at: noon, limit: 500, hold: ""), bitmaps: false)
      guard host.database.dialect == .sqlite else {
        #expect(!steps.contains { $0.contains("Seq Scan") || $0.contains("Sort") }, "\(steps)")
        #expect(steps.contains { $0.contains("trials_by_start") }, "\(steps)")
        return
      }
      #expect(steps.contains { $0.contains("USING INDEX trials_by_start (trial_started_at<?)") }, "\(steps)")
      #expect(steps.filter { $0.hasPrefix("SCAN") } == ["SCAN batch"], "\(steps)")
      #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(steps)")
    }
  }
}
