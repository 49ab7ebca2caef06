import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

@Suite struct RecipeSeedTests {
  private let recipes = RecipeFamily.all.flatMap(\.recipes)

  @Test func thereAreTwoHundredDifferentRecipes() {
    #expect(recipes.count == 200)
    #expect(Set(recipes.map(\.title)).count == 200)
    #expect(Set(recipes.map(\.id)).count == 200)
    #expect(Set(recipes.map(\.cuisine)).count > 30)
    #expect(Set(recipes.map(\.difficulty)).count == 3)
  }

  @Test func everyRecipeIsComplete() {
    for recipe in recipes {
      #expect((1...12).contains(recipe.servings), "\(recipe.title)")
      #expect((5...120).contains(recipe.prepTime) && (0...240).contains(recipe.cookTime), "\(recipe.title)")
      #expect((3...10).contains(recipe.steps.count), "\(recipe.title)")
      #expect((4...12).contains(recipe.ingredients.count), "\(recipe.title)")
      let names = recipe.ingredients.map(\.name)
      #expect(Set(names).count == names.count, "\(recipe.title): \(names)")
      for text in [recipe.description] + recipe.steps {
        #expect(!text.contains("{") && !text.contains("  "), "\(text)")
        #expect(text.hasSuffix("."), "\(text)")
      }
    }
  }

  /// The words of a title that name an ingredient, and the ingredient that the recipe must have.
  @Test(arguments: [
    ("Chicken", "chicken"), ("Beef", "beef"), ("Lamb", "lamb"), ("Salmon", "salmon"), ("Mushroom", "mushroom"),
    ("Potato", "potato"), ("Feta", "feta"), ("Prawn", "prawns"), ("Banana", "banana"), ("Lemon", "lemon"),
    ("Carrot", "carrot"), ("Spinach", "spinach"), ("Avocado", "avocado"), ("Apple", "apple"), ("Rice", "rice"),
  ])
  func theIngredientsFitTheTitle(word: String, ingredient: String) {
    let named = recipes.filter { $0.title.split(separator: " ").map(String.init).contains(word) }
    #expect(!named.isEmpty)
    for recipe in named {
      let names = recipe.ingredients.map { $0.name.lowercased() }
      #expect(
        names.contains { $0.contains(ingredient) || $0.contains("minced \(ingredient)") }, "\(recipe.title): \(names)")
    }
  }

  @Test func anIDFollowsFromTheTitle() throws {
    let goulash = try #require(recipes.first { $0.title == "Hungarian Goulash" })
    #expect(goulash.id.text.split(separator: "-")[2].hasPrefix("8"))
    #expect(goulash.id == recipes.first { $0.title == "Hungarian Goulash" }?.id)
  }

  @Test func seedingAgainAddsOnlyMissingRecipes() async throws {
    try await withApps { host in
      let (kept, gone) = (recipes[0].id, recipes[1].id)
      try await host.database.execute("UPDATE recipes SET title = 'My Soup' WHERE id = \(kept)")
      try await host.database.execute("DELETE FROM recipes WHERE id = \(gone)")
      try await seed(host.database, today: CalendarDay(containing: noon))
      #expect(try await host.count("SELECT count(*) FROM recipes") == 200)
      #expect(try await host.count("SELECT count(*) FROM recipes WHERE id = \(gone)") == 1)
      #expect(try await host.count("SELECT count(*) FROM recipes WHERE title = 'My Soup'") == 1)
      let ingredients = recipes.reduce(0) { $0 + $1.ingredients.count }
      #expect(try await host.count("SELECT count(*) FROM recipe_ingredients") == ingredients)
    }
  }

  @Test func aSavedRecipeIsListedWithItsFields() async throws {
    try await withApps { host in
      let (user, unknown) = (UUID(), UUID())
      for id in [recipes[3].id, unknown] { #expect(try await host.save(id, by: user).status == 200) }
      for answer in [
        try await host.call("saved_recipes", by: user), try await host.rpc("saved_recipes", by: user),
      ] {
        let list = try host.list(answer.json)
        let known = try #require(list.first { $0["recipe_id"] == recipes[3].id.json }?.object)
        #expect(known["id"] == recipes[3].id.json)
        #expect(known["title"] == .string(recipes[3].title))
        #expect(known["saved_at"] == "2026-03-01T12:00:00.000Z")
        #expect(known["totalIngredients"] == .integer(Int64(recipes[3].ingredients.count)))
        #expect(known["matchCount"] == nil)
        let bare: JSONValue = ["recipe_id": unknown.json, "saved_at": "2026-03-01T12:00:00.000Z"]
        #expect(list.contains(bare))
      }
    }
  }
}
