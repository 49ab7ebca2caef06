import Edge
import Foundation

/// Removes a saved recipe, which frees its slot. A recipe that is not saved is no error.
let unsaveRecipe = Function("unsave_recipe", access: .user) { (input: RecipeReference, context) in
  try await context.database.execute(.deleteSavedRecipe(input.recipeID, of: context.userID))
  return Success()
}.idempotent()
  .described("Removes a saved recipe, which frees its slot.")

/// ``unsaveRecipe`` as a database function.
let unsaveRecipeProcedure = Function("unsave_recipe", access: .user) { (input: RecipeParameters, context) in
  try await context.database.execute(.deleteSavedRecipe(input.recipeID, of: context.userID))
  return Success()
}.idempotent()

extension SQL {
  static func deleteSavedRecipe(_ recipeID: UUID, of userID: UUID) -> SQL {
    "DELETE FROM saved_recipes WHERE user_id = \(userID) AND recipe_id = \(recipeID)"
  }
}
