import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

@Suite struct RecipeSearchTests {
  @Test func aTextFindsRecipesInTheModelsSpelling() async throws {
    try await withApps { host in
      let found = try await host.search(["query": "Thai green curry"], by: UUID())
      let first = try #require(found.first?.object)
      #expect(first["title"] == "Thai Green Chicken Curry")
      #expect(
        Set(first.keys) == [
          "id", "title", "description", "servings", "prepTime", "cookTime", "difficulty", "cuisine",
          "instructionsJson", "ingredients", "createdAt", "updatedAt", "totalIngredients",
        ])
      #expect(first["servings"] == 4)
      #expect(first["difficulty"] == "Medium")
      #expect(first["totalIngredients"] == 9)
      // The model parses the steps out of a string.
      let steps = try #require(first["instructionsJson"]?.string)
      let list = try Wire.decode([JSONObject].self, from: [UInt8](steps.utf8))
      #expect(list.compactMap { $0["step"]?.double } == [1, 2, 3, 4])
      #expect(list.allSatisfy { $0["text"]?.string?.isEmpty == false })
    }
  }

  @Test func atMostTenAreFoundAndTheBestComeFirst() async throws {
    try await withApps { host in
      let soups = try await host.search(["query": "soup"], by: UUID())
      #expect(soups.count == 10)
      #expect(soups.allSatisfy { $0["title"]?.string?.contains("Soup") == true }, "a title counts more than a sentence")
      let garlic = try await host.search(["ingredients": ["garlic"]], by: UUID())
      #expect(garlic.count == 10)
      #expect(garlic.allSatisfy { $0["matchCount"] == 1 })
      let totals = garlic.compactMap { $0["totalIngredients"]?.double }
      #expect(totals == totals.sorted(), "recipes that need fewer other ingredients come first")
    }
  }

  @Test func theMostIngredientsComeFirst() async throws {
    try await withApps { host in
      let user = UUID()
      try await host.grantPremium(user)
      let found = try await host.search(["ingredients": ["chicken", "rice", "coconut milk"]], by: user)
      let first = try #require(found.first?.object)
      #expect(first["title"] == "Thai Green Chicken Curry")
      #expect(first["matchCount"] == 3)
      let counts = found.compactMap { $0["matchCount"]?.double }
      #expect(counts == counts.sorted(by: >))
      #expect(found.allSatisfy { ($0["matchCount"]?.double ?? 9) <= ($0["totalIngredients"]?.double ?? 0) })
      #expect(try await host.usage(of: user)["multiIngredientSearchesToday"] == 1)
    }
  }

  @Test(arguments: [
    (["Eggs"], "egg"), (["TOMATOES"], "tomato"), (["jalapeno"], "jalapeño"), (["  crème fraîche "], "crème fraîche"),
    (["chicken-breast"], "chicken breast"), (["zurek"], "Żurek"), (["ŻUREK"], "zurek"), (["pho"], "phở"),
    (["crudités"], "crudite\u{301}s"), (["Łosoś"], "łosoś"), (["weißwurst"], "Weißwurst"), (["ЙОГУРТ"], "йогурт"),
    (["된장"], "된장"),
  ])
  func wordsAreComparedByTheirStemsWithoutAccents(ingredients: [String], stored: String) async throws {
    try await withApps { host in
      try await host.database.execute("DELETE FROM recipes")
      let list = "[{\"name\":\"\(stored)\"}]"
      try await host.database.execute(
        "INSERT INTO recipes (id, title, ingredients) VALUES (\(UUID()), 'One', \(list))")
      let found = try await host.search(["ingredients": .array(ingredients.map(JSONValue.string))], by: UUID())
      #expect(found.map { $0["title"] } == ["One"])
    }
  }

  @Test func commonWordsOfAQuestionAreNotSearchedFor() async throws {
    try await withApps { host in
      try await host.database.execute("DELETE FROM recipes")
      try await host.database.execute(
        "INSERT INTO recipes (id, title, description) VALUES (\(UUID()), 'Chicken', 'Cook it slowly')")
      let found = try await host.search(["query": "What can I cook with chicken, and how?"], by: UUID())
      #expect(found.map { $0["title"] } == ["Chicken"])
      // All other words must be found.
      #expect(try await host.search(["query": "What can I fry with chicken?"], by: UUID()).isEmpty)
    }
  }

  @Test func allWordsOfAnIngredientAreInOne() async throws {
    try await withApps { host in
      try await host.database.execute("DELETE FROM recipes")
      for (title, list) in [
        ("Apart", #"[{"name":"soy milk"},{"name":"tomato sauce"}]"#), ("Together", #"[{"name":"dark soy sauce"}]"#),
      ] {
        try await host.database.execute(
          "INSERT INTO recipes (id, title, ingredients) VALUES (\(UUID()), \(title), \(list))")
      }
      let found = try await host.search(["ingredients": ["soy sauce"]], by: UUID())
      #expect(found.map { $0["title"] } == ["Together"])
      // For words it is enough that the recipe has them.
      #expect(try await host.search(["query": "soy sauce"], by: UUID()).count == 2)
    }
  }

  @Test func changedAndDeletedRecipesAreFoundAsTheyAre() async throws {
    try await withApps { host in
      let user = UUID()
      let id = try #require(try await host.search(["query": "goulash"], by: user).first?["id"]?.string)
      let recipe = try #require(UUID(uuidString: id))
      let list = #"[{"name":"dragon fruit","amount":"1"}]"#
      try await host.database.execute("UPDATE recipes SET ingredients = \(list), title = 'Salad' WHERE id = \(recipe)")
      let changed = try await host.search(["ingredients": ["dragon fruit"]], by: user)
      #expect(changed.map { $0["title"] } == ["Salad"])
      #expect(changed.map { $0["totalIngredients"] } == [1])
      #expect(try await host.search(["query": "goulash"], by: user).isEmpty)
      try await host.database.execute("DELETE FROM recipes WHERE id = \(recipe)")
      #expect(try await host.search(["ingredients": ["dragon fruit"]], by: user).isEmpty)
      #expect(try await host.count("SELECT count(*) FROM recipe_ingredients WHERE recipe_id = \(recipe)") == 0)
    }
  }

  @Test func aMalformedRecipeIsLeftOut() async throws {
    let recorder = LogRecorder()
    try await withApps(recorder: recorder) { host in
      try await host.database.execute("DELETE FROM recipes")
      let huge = "[{\"name\":\"leek \(String(repeating: "x", count: 40_000))\"}]"
      let list = #"[{"name":"leek"}]"#
      for (title, ingredients) in [("Huge", huge), ("Good", list)] {
        try await host.database.execute(
          "INSERT INTO recipes (id, title, ingredients) VALUES (\(UUID()), \(title), \(ingredients))")
      }
      let found = try await host.search(["ingredients": ["leek"]], by: UUID())
      #expect(found.map { $0["title"] } == ["Good"])
      #expect(recorder.take().map(\.message) == ["Left out a row that cannot be read"])
    }
  }
}

extension TestHost {
  /// The recipes that a search finds.
  func search(_ input: JSONValue, by user: UUID) async throws -> [JSONValue] {
    let answer = try await call("search_recipes", by: user, input)
    try #require(answer.status == 200, "\(String(describing: answer.json))")
    return try list(answer.json)
  }

  /// The elements of an array.
  func list(_ json: JSONValue?) throws -> [JSONValue] {
    guard case .array(let elements) = json else { throw Unexpected.notAnArray }
    return elements
  }

  /// Makes a user premium, as another system does.
  func grantPremium(_ user: UUID) async throws {
    try await database.execute("INSERT INTO users (id) VALUES (\(user)) ON CONFLICT DO NOTHING")
    try await database.execute("INSERT INTO user_subscriptions (user_id, tier) VALUES (\(user), 'premium')")
  }
}
