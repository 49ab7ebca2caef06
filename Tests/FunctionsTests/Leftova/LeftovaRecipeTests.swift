import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct LeftovaRecipeTests {
  private func unsave(_ recipe: UUID, by user: UUID, on host: TestHost) async throws -> Answer {
    try await host.call("unsave_recipe", by: user, ["recipe_id": recipe.json])
  }

  @Test func savedRecipesAreListedTheLastOneFirst() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, other) = (UUID(), UUID())
      let recipes = [UUID(), UUID(), UUID()]
      for recipe in recipes {
        #expect(try await host.save(recipe, by: user) == Answer(200, ["success": true]))
        clock.advance(by: 1)
      }
      _ = try await host.save(UUID(), by: other)
      let expected: JSONValue = [
        ["recipe_id": recipes[2].json, "saved_at": "2026-03-01T12:00:02.000Z"],
        ["recipe_id": recipes[1].json, "saved_at": "2026-03-01T12:00:01.000Z"],
        ["recipe_id": recipes[0].json, "saved_at": "2026-03-01T12:00:00.000Z"],
      ]
      #expect(try await host.call("saved_recipes", by: user) == Answer(200, expected))
      #expect(try await host.rpc("saved_recipes", by: user) == Answer(200, expected))
      #expect(
        try await host.request(.get, "/rest/v1/rpc/saved_recipes", as: .user(user)).json == expected)
      #expect(try await host.call("saved_recipes", by: UUID()) == Answer(200, []))
    }
  }

  @Test func savingAgainIsNoErrorAndTakesNoSecondSlot() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, recipe) = (UUID(), UUID())
      _ = try await host.save(recipe, by: user)
      clock.advance(by: 1)
      let again = try await host.save(recipe, by: user)
      #expect(again == Answer(200, ["success": true]))
      #expect(try await host.usage(of: user)["savedRecipes"] == 1)
      guard case .array(let list) = try await host.call("saved_recipes", by: user).json else {
        throw Unexpected.notAnArray
      }
      #expect(list == [["recipe_id": recipe.json, "saved_at": "2026-03-01T12:00:00.000Z"]])
    }
  }

  @Test func twentyFitAtATimeAndUnsavingFreesASlot() async throws {
    try await withApps { host in
      let user = UUID()
      let recipes = (0..<20).map { _ in UUID() }
      for recipe in recipes { #expect(try await host.save(recipe, by: user).status == 200) }
      let refused = try await host.save(UUID(), by: user)
      #expect(
        refused
          == Answer(
            403,
            [
              "error": [
                "code": "SAVE_LIMIT_REACHED",
                "message": "You've reached your saved recipe limit. Upgrade to Premium for unlimited saves.",
              ]
            ]))
      #expect(try await host.save(recipes[7], by: user).status == 200)
      #expect(try await host.usage(of: user)["savedRecipes"] == 20)
      #expect(try await unsave(recipes[7], by: user, on: host) == Answer(200, ["success": true]))
      #expect(try await host.usage(of: user)["savedRecipes"] == 19)
      #expect(try await host.save(UUID(), by: user).status == 200)
      #expect(try await host.save(recipes[7], by: user).status == 403)
    }
  }

  @Test func slotsDoNotComeBackByThemselves() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      for _ in 0..<20 { #expect(try await host.save(UUID(), by: user).status == 200) }
      clock.advance(by: 30 * 86_400)
      let refused = try await host.save(UUID(), by: user)
      #expect(refused.status == 403)
    }
  }

  @Test func aRefusedFirstStepLeavesNothing() async throws {
    try await withApps { host in
      let user = UUID()
      for _ in 0..<20 { _ = try await host.save(UUID(), by: user) }
      let recipe = UUID()
      #expect(try await host.save(recipe, by: user).status == 403)
      #expect(try await host.count("SELECT count(*) FROM saved_recipes WHERE recipe_id = \(recipe)") == 0)
    }
  }

  @Test func unsavingIsTheCallersOwnAndNeverAnError() async throws {
    try await withApps { host in
      let (user, other, recipe) = (UUID(), UUID(), UUID())
      _ = try await host.save(recipe, by: user)
      #expect(try await unsave(recipe, by: other, on: host) == Answer(200, ["success": true]))
      #expect(try await host.usage(of: user)["savedRecipes"] == 1)
      for _ in 0..<2 { #expect(try await unsave(recipe, by: user, on: host) == Answer(200, ["success": true])) }
      #expect(try await host.usage(of: user)["savedRecipes"] == 0)
    }
  }

  @Test func theDatabaseFunctionsSaveAndUnsave() async throws {
    try await withApps { host in
      let (user, recipe) = (UUID(), UUID())
      let parameters: JSONValue = ["p_recipe_id": .string(recipe.uuidString)]
      #expect(try await host.rpc("save_recipe", by: user, parameters) == Answer(200, ["success": true]))
      #expect(try await host.usage(of: user)["savedRecipes"] == 1)
      for _ in 0..<19 { _ = try await host.save(UUID(), by: user) }
      let refused = try await host.rpc("save_recipe", by: user, ["p_recipe_id": UUID().json])
      #expect(refused.status == 403)
      #expect(refused.json?["code"] == "SAVE_LIMIT_REACHED")
      #expect(try await host.rpc("unsave_recipe", by: user, parameters) == Answer(200, ["success": true]))
      #expect(try await host.usage(of: user)["savedRecipes"] == 19)
      let writing = "/rest/v1/rpc/save_recipe?p_recipe_id=\(recipe.text)"
      #expect(try await host.request(.get, writing, as: .user(user)).status == 405)
    }
  }

  @Test(arguments: [[:], ["recipe_id": .null], ["recipe_id": "soup"], ["recipe_id": 7]] as [JSONValue])
  func aRecipeIsAUUID(input: JSONValue) async throws {
    try await withApps { host in
      for name in ["save_recipe", "unsave_recipe"] {
        let answer = try await host.call(name, by: UUID(), input)
        #expect(answer.status == 400)
        #expect(answer.json?["error"]?["details"]?["path"] == "$.recipe_id")
      }
      #expect(try await host.count("SELECT count(*) FROM users") == 0)
    }
  }
}
