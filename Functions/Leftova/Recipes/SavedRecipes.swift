import Edge
import Foundation

/// The recipes that the caller has saved, the last one first.
///
/// A saved recipe is an id, and the recipe's own fields if it is among the host's recipes. The fields of the last 500
/// are read, the ids of all.
let savedRecipes = Function("saved_recipes", access: .user) { context in
  let database = context.database
  let rows = try await database.query(.savedRecipes(of: context.userID))
  let details = try await database.query(.recipesSaved(by: context.userID, database.dialect))
  let recipes = details.readable(of: "recipes", context.logger) { try Recipe($0) }
  let recipesByID = Dictionary(recipes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  return rows.readable(of: "saved_recipes", id: "recipe_id", context.logger) { row in
    let id: UUID = try row.get("recipe_id")
    return SavedRecipe(recipeID: id, savedAt: try row.get("saved_at"), recipe: recipesByID[id])
  }
}
.readOnly()
.schema(output: .array(of: SavedRecipe.schema))
.described(
  "Lists the recipes that the caller has saved, the last one first, with the fields of those that the host has.")

/// A saved recipe: the recipe's own fields beside its id and the time.
struct SavedRecipe: Encodable {
  let recipeID: UUID
  let savedAt: Date
  let recipe: Recipe?

  /// Without the recipe, all but the id and the time is left out.
  static let schema = JSONSchema.object(
    "SavedRecipe", .required("recipe_id", .uuid), .required("saved_at", .date), .optional("id", .uuid),
    .optional("title", .string), .optional("description", .string), .optional("sourceUrl", .string),
    .optional("sourceName", .string), .optional("imageUrl", .string), .optional("servings", .integer),
    .optional("prepTime", .integer), .optional("cookTime", .integer), .optional("difficulty", .string),
    .optional("cuisine", .string), .optional("nutrition", .any), .optional("instructionsJson", .string),
    .optional(
      "ingredients",
      .array(of: .object("Ingredient", .required("name", .string), .optional("amount", .string)))),
    .optional("createdAt", .date), .optional("updatedAt", .date), .optional("totalIngredients", .integer))

  enum CodingKeys: String, CodingKey {
    case recipeID = "recipe_id"
    case savedAt = "saved_at"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(recipeID, forKey: .recipeID)
    try container.encode(savedAt, forKey: .savedAt)
    try recipe?.encode(to: encoder)
  }
}

extension SQL {
  /// Selects at most ten thousand recipes' ids, less than a megabyte.
  static func savedRecipes(of userID: UUID) -> SQL {
    """
    SELECT recipe_id, saved_at FROM saved_recipes WHERE user_id = \(userID)
    ORDER BY saved_at DESC, recipe_id DESC LIMIT 10000
    """
  }

  /// Selects the last recipes that a user saved and that are among the host's.
  static func recipesSaved(by userID: UUID, _ dialect: SQLDialect) -> SQL {
    """
    SELECT \(Recipe.columns(dialect)), NULL AS match_count
    FROM (
      SELECT recipe_id, saved_at FROM saved_recipes WHERE user_id = \(userID)
      ORDER BY saved_at DESC, recipe_id DESC LIMIT 500) AS s
    JOIN recipes r ON r.id = s.recipe_id
    """
  }
}
