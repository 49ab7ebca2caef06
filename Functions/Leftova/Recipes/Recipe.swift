import Edge
import Foundation

/// A recipe in the spelling of the app's model, whose keys are those of its Swift properties.
struct Recipe: Codable {
  /// An ingredient, which the app's model leaves out.
  struct Ingredient: Codable {
    let name: String
    let amount: String?
  }

  /// The most bytes of a recipe's steps, ingredients or nutrition, each as JSON text.
  private static let maximumBytes = 32_768

  let id: UUID
  let title: String
  let description: String?
  let sourceUrl: String?
  let sourceName: String?
  let imageUrl: String?
  let servings: Int?
  /// In minutes.
  let prepTime: Int?
  /// In minutes.
  let cookTime: Int?
  let difficulty: String?
  let cuisine: String?
  let nutrition: JSONValue?
  /// The steps as JSON text, which the app parses: `[{"step":1,"text":"…"}]`.
  let instructionsJson: String?
  let ingredients: [Ingredient]
  let createdAt: Date
  let updatedAt: Date
  /// How many of the ingredients that were searched for the recipe has; nil if the search was for text.
  let matchCount: Int?
  let totalIngredients: Int

  /// - Parameter row: a row with the columns of ``columns(_:)``, and `match_count`.
  init(_ row: Row) throws {
    id = try row.get("id")
    title = try row.get("title")
    description = try row.get("description")
    sourceUrl = try row.get("source_url")
    sourceName = try row.get("source_name")
    imageUrl = try row.get("image_url")
    servings = try row.get("servings")
    prepTime = try row.get("prep_time")
    cookTime = try row.get("cook_time")
    difficulty = try row.get("difficulty")
    cuisine = try row.get("cuisine")
    nutrition = try row.get("nutrition", as: String?.self).map { text in
      try Wire.decode(JSONValue.self, from: [UInt8](text.utf8))
    }
    instructionsJson = try row.get("instructions")
    ingredients = try Wire.decode(
      [Ingredient].self, from: [UInt8](try row.get("ingredients", as: String.self).utf8))
    createdAt = try row.get("created_at")
    updatedAt = try row.get("updated_at")
    totalIngredients = ingredients.count
    // Several words that were searched for may be in one ingredient.
    matchCount = try row.get("match_count", as: Int?.self).map { [total = ingredients.count] in min($0, total) }
  }

  /// The columns of a recipe `r`. Text that is too large is null, and not read.
  static func columns(_ dialect: SQLDialect) -> SQL {
    """
    r.id, r.title, r.description, r.source_url, r.source_name, r.image_url, r.servings, r.prep_time, r.cook_time,
      r.difficulty, r.cuisine, \(dialect.text("r.nutrition", upTo: maximumBytes)) AS nutrition,
      \(dialect.text("r.instructions", upTo: maximumBytes)) AS instructions,
      \(dialect.text("r.ingredients", upTo: maximumBytes)) AS ingredients, r.created_at, r.updated_at
    """
  }
}
