import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct TrialTests {
  @Test func aTrialIsSevenDaysOfThePremiumTier() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      let fresh = try await host.call("subscription_status", by: user).json
      #expect(fresh == ["subscriptionTier": "free", "isTrialAvailable": true, "canUseAdvancedSearch": false])
      let started = try await host.call("start_trial", by: user)
      #expect(
        started
          == Answer(
            200,
            [
              "success": true, "tier": "premium", "trialStartedAt": "2026-03-01T12:00:00.000Z",
              "trialEndsAt": "2026-03-08T12:00:00.000Z",
            ]))
      #expect(try await host.tier(of: user) == "premium")
      let status = try await host.call("subscription_status", by: user).json
      #expect(
        status == [
          "subscriptionTier": "premium", "isTrialAvailable": false, "trialStartedAt": "2026-03-01T12:00:00.000Z",
          "trialEndsAt": "2026-03-08T12:00:00.000Z", "canUseAdvancedSearch": true,
        ])
      #expect(
        try await host.call("can_use_advanced_search", by: user) == Answer(200, ["canUseAdvancedSearch": true]))
      clock.advance(by: 7 * 86_400 - 0.001)
      #expect(try await host.tier(of: user) == "premium")
      clock.advance(by: 0.001)
      #expect(try await host.tier(of: user) == "free")
    }
  }

  @Test func aTrialIsOnceForEver() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      #expect(try await host.rpc("start_trial", by: user).status == 200)
      for days in [0.0, 1, 7, 400] {
        clock.advance(by: days * 86_400)
        let again = try await host.call("start_trial", by: user)
        #expect(
          again
            == Answer(
              409,
              ["error": ["code": "TRIAL_ALREADY_USED", "message": "You've already used your free trial."]]))
        #expect(try await host.rpc("start_trial", by: user).json?["code"] == "TRIAL_ALREADY_USED")
      }
      #expect(try await host.tier(of: user) == "free")
    }
  }

  @Test func ofTwentyFourStartsAtOnceOneSucceeds() async throws {
    try await withApps { host in
      let user = UUID()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<24 { group.addTask { try await host.call("start_trial", by: user).status } }
        return try await group.reduce(into: [:]) { counts, status in counts[status, default: 0] += 1 }
      }
      #expect(statuses == [200: 1, 409: 23])
    }
  }

  @Test func aBuyerKeepsTheTrial() async throws {
    let clock = SteppingClock()
    try await withStore(clock: clock.wall) { host, store in
      let (granted, bought) = (UUID(), UUID())
      try await host.grantPremium(granted)
      try await host.notify(AppStoreNote(user: bought), of: store)
      for user in [granted, bought] {
        #expect(try await host.call("start_trial", by: user).code == "ALREADY_PREMIUM")
        #expect(try await host.call("subscription_status", by: user).json?["isTrialAvailable"] == true)
      }
      clock.advance(by: 31 * 86_400)
      #expect(try await host.call("start_trial", by: bought).status == 200)
    }
  }

  @Test func theUserIsTheTokensAndNotTheBodys() async throws {
    try await withApps { host in
      let (user, other) = (UUID(), UUID())
      let input: JSONValue = ["user_id": other.json, "p_user_id": other.json]
      let started = try await host.call("start_trial", by: user, input)
      #expect(started.status == 200)
      #expect(try await host.tier(of: other) == "free")
      #expect(try await host.tier(of: user) == "premium")
    }
  }
}
