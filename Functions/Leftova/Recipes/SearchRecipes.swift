import Edge

/// Finds at most ten recipes by words, or by ingredients: `{"query"}` or `{"ingredients"}`.
///
/// Common words alone, such as "the", are refused: both engines leave them out of a search.
///
/// The search is counted as `perform_action` counts it, in the transaction that finds the recipes: a search that is
/// refused, or that fails, counts nothing.
let searchRecipes = Function("search_recipes", access: .user) { (input: RecipeSearchRequest, context) in
  try await search(RecipeSearch(ingredients: input.ingredients, query: input.query), context)
}.idempotent()
  .described("Finds at most ten recipes by words or by ingredients, not by common words alone, and counts the search.")
  .errors(.userNotFound, .searchLimitReached, .multiIngredientNotAllowed)

/// ``searchRecipes`` as a database function.
let searchRecipesProcedure = Function("search_recipes", access: .user) { (input: RecipeSearchParameters, context) in
  try await search(RecipeSearch(ingredients: input.ingredients, query: input.query), context)
}.idempotent()
  .described("Finds at most ten recipes by words or by ingredients, not by common words alone, and counts the search.")
  .errors(.userNotFound, .searchLimitReached, .multiIngredientNotAllowed)

struct RecipeSearchRequest: Codable {
  let ingredients: [String]?
  let query: String?
}

struct RecipeSearchParameters: Codable {
  let ingredients: [String]?
  let query: String?

  enum CodingKeys: String, CodingKey {
    case ingredients = "p_ingredients"
    case query = "p_query"
  }
}

private func search(_ search: RecipeSearch, _ context: Context<UserAccess>) async throws -> [Recipe] {
  let userID = context.userID
  let now = context.clock.now
  let dialect = context.database.dialect
  let statement = SQL.recipes(for: search, dialect)
  let rows = try await context.database.transaction(retries: 3) { transaction in
    _ = try await transaction.perform(search.action, by: userID, at: now, dialect)
    return try await transaction.query(statement)
  }
  return try rows.readable(of: "recipes", context.logger) { try Recipe($0) }.within(bytes: answerBytes)
}

/// The most bytes of an answer: a little less than those of the largest answer that is kept for a repeated request.
private let answerBytes = 60_000

extension [Recipe] {
  /// The recipes, without those that would make their JSON larger.
  fileprivate func within(bytes limit: Int) throws -> [Recipe] {
    var bytes = 2
    return try filter { recipe in
      let size = try Wire.encode(recipe).count + 1
      guard bytes + size <= limit else { return false }
      bytes += size
      return true
    }
  }
}
