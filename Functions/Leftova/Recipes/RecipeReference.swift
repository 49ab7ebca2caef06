import Foundation

/// The input of functions that are about one recipe.
struct RecipeReference: Codable {
  let recipeID: UUID

  enum CodingKeys: String, CodingKey { case recipeID = "recipe_id" }
}

/// The input of database functions that are about one recipe.
struct RecipeParameters: Codable {
  let recipeID: UUID

  enum CodingKeys: String, CodingKey { case recipeID = "p_recipe_id" }
}
