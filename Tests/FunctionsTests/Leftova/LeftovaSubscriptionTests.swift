import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct LeftovaSubscriptionTests {
  private static let free: JSONValue = [
    "tier": "free", "searchesToday": 0, "searchesLimit": 5, "savedRecipes": 0, "savedRecipesLimit": 20,
    "multiIngredientSearchesToday": 0, "multiIngredientLimit": 0,
  ]
  private static let premium: JSONValue = [
    "tier": "premium", "searchesToday": 0, "searchesLimit": 999999, "savedRecipes": 0, "savedRecipesLimit": 999999,
    "multiIngredientSearchesToday": 0, "multiIngredientLimit": 999999,
  ]

  private func subscribe(
    _ user: UUID, tier: String, until: Date? = nil, trial: Date? = nil, on host: TestHost
  ) async throws {
    try await host.database.execute("INSERT INTO users (id) VALUES (\(user))")
    try await host.database.execute(
      """
      INSERT INTO user_subscriptions (user_id, tier, premium_until, trial_started_at)
      VALUES (\(user), \(tier), \(until), \(trial))
      """)
  }

  @Test func withoutASubscriptionAUserIsFree() async throws {
    try await withApps { host in
      let user = UUID()
      #expect(try await host.call("usage_stats", by: user) == Answer(200, Self.free))
      #expect(try await host.rpc("usage_stats", by: user) == Answer(200, Self.free))
      let read = try await host.request(.get, "/rest/v1/rpc/usage_stats", as: .user(user))
      #expect(try read.json == Self.free)
      #expect(try await host.count("SELECT count(*) FROM users") == 0)
    }
  }

  @Test func aFreeSubscriptionIsFree() async throws {
    try await withApps { host in
      let user = UUID()
      try await subscribe(user, tier: "free", until: noon + 60, on: host)
      #expect(try await host.call("usage_stats", by: user) == Answer(200, Self.free))
    }
  }

  @Test func premiumHasNoLimits() async throws {
    try await withApps { host in
      let user = UUID()
      try await subscribe(user, tier: "premium", on: host)
      #expect(try await host.call("usage_stats", by: user) == Answer(200, Self.premium))
      for _ in 0..<7 { #expect(try await host.perform("search", by: user).status == 200) }
      for _ in 0..<25 { #expect(try await host.save(UUID(), by: user).status == 200) }
      #expect(try await host.perform("save_recipe", by: user).status == 200)
      #expect(try await host.perform("multi_ingredient_search", by: user).status == 200)
      let last = try await host.perform("multi_ingredient_search", by: user)
      let expected: JSONValue = [
        "allowed": true, "tier": "premium", "searchesToday": 7, "searchesLimit": 999999, "savedRecipes": 25,
        "savedRecipesLimit": 999999, "multiIngredientSearchesToday": 2, "multiIngredientLimit": 999999,
      ]
      #expect(last == Answer(200, expected))
    }
  }

  @Test func premiumIsNotHeldToTheNumberThatStandsForNoLimit() async throws {
    try await withApps { host in
      let user = UUID()
      try await subscribe(user, tier: "premium", on: host)
      let day = CalendarDay(containing: noon)
      try await host.database.execute(
        "INSERT INTO usage_counters (user_id, day, searches) VALUES (\(user), \(day), 1000000)")
      #expect(try await host.perform("search", by: user).json?["searchesToday"] == 1_000_001)
    }
  }

  @Test func paidTimeEnds() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      try await subscribe(user, tier: "premium", until: noon + 60, on: host)
      clock.advance(by: 59.999)
      #expect(try await host.call("usage_stats", by: user) == Answer(200, Self.premium))
      clock.advance(by: 0.001)
      #expect(try await host.call("usage_stats", by: user) == Answer(200, Self.free))
    }
  }

  @Test func aTrialLastsSevenDays() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      try await subscribe(user, tier: "free", trial: noon + 60, on: host)
      #expect(try await host.call("usage_stats", by: user) == Answer(200, Self.free))
      clock.advance(by: 60)
      #expect(try await host.call("usage_stats", by: user) == Answer(200, Self.premium))
      clock.advance(by: 7 * 86_400 - 0.001)
      #expect(try await host.call("usage_stats", by: user) == Answer(200, Self.premium))
      for _ in 0..<6 { #expect(try await host.perform("search", by: user).status == 200) }
      #expect(try await host.perform("multi_ingredient_search", by: user).status == 200)
      clock.advance(by: 0.001)
      let refusals = ["search", "multi_ingredient_search"]
      for action in refusals { #expect(try await host.perform(action, by: user).status == 403) }
      let usage = try await host.usage(of: user)
      #expect(usage["tier"] == "free")
      #expect(usage["searchesToday"] == 6)
      #expect(usage["searchesLimit"] == 5)
    }
  }

  @Test func savedRecipesStayWhenTheTrialEnds() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      try await subscribe(user, tier: "free", trial: noon, on: host)
      let recipes = (0..<25).map { _ in UUID() }
      for recipe in recipes { #expect(try await host.save(recipe, by: user).status == 200) }
      clock.advance(by: 7 * 86_400)
      #expect(try await host.save(UUID(), by: user).code == "SAVE_LIMIT_REACHED")
      #expect(try await host.save(recipes[0], by: user).status == 200)
      for recipe in recipes.prefix(5) {
        _ = try await host.call("unsave_recipe", by: user, ["recipe_id": recipe.json])
        #expect(try await host.usage(of: user)["savedRecipesLimit"] == 20)
      }
      #expect(try await host.save(UUID(), by: user).code == "SAVE_LIMIT_REACHED")
      _ = try await host.call("unsave_recipe", by: user, ["recipe_id": recipes[5].json])
      #expect(try await host.save(UUID(), by: user).status == 200)
      #expect(try await host.usage(of: user)["savedRecipes"] == 20)
    }
  }

  @Test(arguments: ["'gold', NULL, NULL", "'free', 'soon', NULL", "'free', NULL, '2026-03-01 12:00:00'"] as [SQL])
  func theTableRefusesOtherTiersAndInstants(values: SQL) async throws {
    try await withApps { host in
      let user = UUID()
      try await host.database.execute("INSERT INTO users (id) VALUES (\(user))")
      let isPostgres = host.database.dialect == .postgres
      // An instant is stored as one there, however it was written.
      if isPostgres, values.text.contains("2026") { return }
      let error = await #expect(throws: DatabaseError.self) {
        try await host.database.execute(
          """
          INSERT INTO user_subscriptions (user_id, tier, premium_until, trial_started_at) VALUES (\(user), \(values))
          """)
      }
      let isNoInstant = isPostgres && values.text.contains("soon")
      #expect(error?.code == (isNoInstant ? .failed : .checkViolation))
    }
  }
}
