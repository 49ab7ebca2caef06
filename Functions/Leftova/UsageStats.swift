import Edge

/// Answers with the caller's usage and limits of the UTC day.
let usageStats = Function("usage_stats", access: .user) { context in
  let now = context.clock.now
  let row = try await context.database.first(.usage(of: context.userID, on: CalendarDay(containing: now)))
  return UsageStats(try Usage(row, at: now))
}
.readOnly()
.described("Answers with the caller's usage and limits of the UTC day.")

/// A user's usage in the spelling of the app's model.
struct UsageStats: Codable {
  let tier: Tier
  let searchesToday: Int
  let searchesLimit: Int
  let savedRecipes: Int
  let savedRecipesLimit: Int
  let multiIngredientSearchesToday: Int
  let multiIngredientLimit: Int

  init(_ usage: Usage) {
    tier = usage.tier
    searchesToday = usage.searches
    searchesLimit = tier.searchLimit ?? Tier.unlimitedValue
    savedRecipes = usage.savedRecipes
    savedRecipesLimit = tier.savedRecipesLimit ?? Tier.unlimitedValue
    multiIngredientSearchesToday = usage.multiIngredientSearches
    multiIngredientLimit = tier.multiIngredientLimit ?? Tier.unlimitedValue
  }
}
