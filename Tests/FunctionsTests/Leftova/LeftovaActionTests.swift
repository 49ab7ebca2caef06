import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct LeftovaActionTests {
  @Test func aSearchIsCountedAndAnsweredWithTheUsage() async throws {
    try await withApps { host in
      let user = UUID()
      let expected: JSONValue = [
        "allowed": true, "tier": "free", "searchesToday": 1, "searchesLimit": 5, "savedRecipes": 0,
        "savedRecipesLimit": 20, "multiIngredientSearchesToday": 0, "multiIngredientLimit": 0,
      ]
      let first = try await host.perform("search", by: user)
      #expect(first == Answer(200, expected))
      #expect(try await host.perform("ingredient_search", by: user).json?["searchesToday"] == 2)
      #expect(try await host.usage(of: user)["searchesToday"] == 2)
    }
  }

  @Test func bothKindsOfSearchShareFiveADay() async throws {
    try await withApps { host in
      let user = UUID()
      for action in ["search", "ingredient_search", "search", "search", "ingredient_search"] {
        #expect(try await host.perform(action, by: user).status == 200)
      }
      for action in ["search", "ingredient_search"] {
        let refused = try await host.perform(action, by: user)
        #expect(
          refused
            == Answer(
              403,
              [
                "error": [
                  "code": "SEARCH_LIMIT_REACHED",
                  "message":
                    "You've reached your daily search limit. Upgrade to Premium for unlimited searches.",
                ]
              ]))
      }
      #expect(try await host.usage(of: user)["searchesToday"] == 5)
      #expect(try await host.perform("search", by: UUID()).status == 200)
    }
  }

  @Test func aSearchForSeveralIngredientsIsNotForFreeUsers() async throws {
    try await withApps { host in
      let refused = try await host.perform("multi_ingredient_search", by: UUID())
      #expect(
        refused
          == Answer(
            403,
            [
              "error": [
                "code": "MULTI_INGREDIENT_NOT_ALLOWED", "message": "Multi-ingredient search is a Premium feature.",
              ]
            ]))
      #expect(try await host.count("SELECT count(*) FROM usage_counters") == 0)
    }
  }

  @Test func savingIsOnlyChecked() async throws {
    try await withApps { host in
      let user = UUID()
      for _ in 0..<30 { #expect(try await host.perform("save_recipe", by: user).status == 200) }
      for number in 0..<20 {
        let allowed = try await host.perform("save_recipe", by: user)
        #expect(allowed.json?["savedRecipes"] == .integer(Int64(number)))
        #expect(try await host.save(UUID(), by: user).status == 200)
      }
      let refused = try await host.perform("save_recipe", by: user)
      #expect(refused.status == 403)
      #expect(refused.code == "SAVE_LIMIT_REACHED")
      #expect(try await host.usage(of: user)["searchesToday"] == 0)
    }
  }

  @Test(arguments: ["", "Search", "delete", "search ", "search'; DROP TABLE users; --"])
  func anUnknownActionIsRefusedByNamingTheKnown(action: String) async throws {
    try await withApps { host in
      let answer = try await host.perform(action, by: UUID())
      #expect(answer.status == 400)
      #expect(answer.code == "VALIDATION_ERROR")
      #expect(
        answer.json?["error"]?["message"]
          == "action must be one of: search, save_recipe, ingredient_search, multi_ingredient_search")
      let rpc = try await host.rpc("perform_action", by: UUID(), ["p_action": .string(action)])
      #expect(rpc.status == 400)
      #expect(rpc.json?["code"] == "VALIDATION_ERROR")
      #expect(try await host.count("SELECT count(*) FROM usage_counters") == 0)
    }
  }

  @Test func theActionMustBeGiven() async throws {
    try await withApps { host in
      let answer = try await host.call("perform_action", by: UUID(), ["p_action": "search"])
      #expect(answer.status == 400)
      #expect(answer.json?["error"]?["details"]?["path"] == "$.action")
    }
  }

  @Test func theDatabaseFunctionAnswersABareBoolean() async throws {
    try await withApps { host in
      let user = UUID()
      func perform(_ action: String) async throws -> Answer {
        try await host.rpc("perform_action", by: user, ["p_action": .string(action)])
      }
      for _ in 0..<5 { #expect(try await perform("search") == Answer(200, true)) }
      #expect(try await perform("search") == Answer(200, false))
      #expect(try await perform("ingredient_search") == Answer(200, false))
      #expect(try await perform("multi_ingredient_search") == Answer(200, false))
      #expect(try await perform("save_recipe") == Answer(200, true))
      for _ in 0..<20 { _ = try await host.save(UUID(), by: user) }
      #expect(try await perform("save_recipe") == Answer(200, false))
    }
  }

  @Test func theUserIsTheTokensAndNotTheBodys() async throws {
    try await withApps { host in
      let (user, other) = (UUID(), UUID())
      let rpc = try await host.rpc(
        "perform_action", by: user, ["p_action": "search", "p_user_id": other.json, "user_id": other.json])
      #expect(rpc == Answer(200, true))
      let call = try await host.call("perform_action", by: user, ["action": "search", "user_id": other.json])
      #expect(call.status == 200)
      #expect(try await host.usage(of: user)["searchesToday"] == 2)
      #expect(try await host.usage(of: other)["searchesToday"] == 0)
    }
  }

  @Test(arguments: ["perform_action", "usage_stats", "save_recipe", "unsave_recipe", "saved_recipes"])
  func aUserIsNeeded(name: String) async throws {
    try await withApps { host in
      let refused = try await host.call(name, as: .withoutToken)
      #expect(refused.status == 401)
      #expect(try await host.call(name, as: .anon).status == 401)
      #expect(try await host.rpc(name, as: .anon).status == 401)
    }
  }

  @Test func theDayEndsAtMidnightUTCWithoutAnyJob() async throws {
    let clock = SteppingClock()  // noon
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      for _ in 0..<5 { #expect(try await host.perform("search", by: user).status == 200) }
      clock.advance(by: 43_200 - 0.001)
      #expect(try await host.perform("search", by: user).status == 403)
      clock.advance(by: 0.001)
      #expect(try await host.usage(of: user)["searchesToday"] == 0)
      for count in 1...5 {
        let searched = try await host.perform("search", by: user)
        #expect(searched.json?["searchesToday"] == .integer(Int64(count)))
      }
      #expect(try await host.perform("search", by: user).status == 403)
    }
  }
}

extension TestHost {
  func perform(_ action: String, by user: UUID) async throws -> Answer {
    try await call("perform_action", by: user, ["action": .string(action)])
  }

  func save(_ recipe: UUID, by user: UUID) async throws -> Answer {
    try await call("save_recipe", by: user, ["recipe_id": recipe.json])
  }

  func usage(of user: UUID) async throws -> JSONObject {
    let answer = try await call("usage_stats", by: user)
    try #require(answer.status == 200)
    return try #require(answer.json?.object)
  }
}
