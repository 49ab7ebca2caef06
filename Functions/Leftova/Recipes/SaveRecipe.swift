import Edge
import Foundation

/// Saves a recipe if the caller has a free slot. A saved recipe stays as it is.
let saveRecipe = Function("save_recipe", access: .user) { (input: RecipeReference, context) in
  try await save(input.recipeID, context)
  return Success()
}.idempotent()
  .described("Saves a recipe if the caller has a free slot.")
  .errors(.userNotFound, .saveLimitReached)

/// ``saveRecipe`` as a database function.
let saveRecipeProcedure = Function("save_recipe", access: .user) { (input: RecipeParameters, context) in
  try await save(input.recipeID, context)
  return Success()
}.idempotent()

private func save(_ recipeID: UUID, _ context: Context<UserAccess>) async throws {
  let userID = context.userID
  let now = context.clock.now

  try await context.database.transaction(retries: 3) { transaction in
    try await transaction.holdUser(userID, at: now)
    guard try await transaction.execute(.insertSavedRecipe(recipeID, by: userID, at: now)) == 1 else { return }
    let row = try await transaction.first(.usage(of: userID, on: CalendarDay(containing: now)))
    let usage = try Usage(row, at: now)
    if let limit = usage.tier.savedRecipesLimit, usage.savedRecipes > limit { throw FunctionError.saveLimitReached }
  }
}

extension SQL {
  /// Inserts a row; none if the recipe is saved already.
  static func insertSavedRecipe(_ recipeID: UUID, by userID: UUID, at now: Date) -> SQL {
    """
    INSERT INTO saved_recipes (user_id, recipe_id, saved_at) VALUES (\(userID), \(recipeID), \(now))
    ON CONFLICT (user_id, recipe_id) DO NOTHING
    """
  }
}
