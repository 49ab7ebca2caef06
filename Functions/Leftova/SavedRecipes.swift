import Edge
import Foundation

/// The recipes that the caller has saved, the last one first.
let savedRecipes = Function("saved_recipes", access: .user) { context in
  let rows = try await context.database.query(.savedRecipes(of: context.userID))
  return rows.readable(of: "saved_recipes", id: "recipe_id", context.logger) { row in
    SavedRecipe(recipeID: try row.get("recipe_id"), savedAt: try row.get("saved_at"))
  }
}
.described("Lists the recipes that the caller has saved, the last one first.")

struct SavedRecipe: Codable {
  let recipeID: UUID
  let savedAt: Date

  enum CodingKeys: String, CodingKey {
    case recipeID = "recipe_id"
    case savedAt = "saved_at"
  }
}

extension SQL {
  /// Selects at most ten thousand recipes, a response of less than a megabyte.
  static func savedRecipes(of userID: UUID) -> SQL {
    """
    SELECT recipe_id, saved_at FROM saved_recipes WHERE user_id = \(userID)
    ORDER BY saved_at DESC, recipe_id DESC LIMIT 10000
    """
  }
}
