import Edge
import Foundation

/// A user's tier, counters and number of saved recipes.
struct Usage {
  var tier = Tier.free
  /// The UTC day's searches, for text and for one ingredient alike.
  var searches = 0
  /// The UTC day's searches for several ingredients.
  var multiIngredientSearches = 0
  /// The recipes that are saved now.
  var savedRecipes = 0

  /// - Parameter row: a row of ``SQL/usage(of:on:)``; nil for a user who has never used anything.
  init(_ row: Row?, at now: Date) throws(DatabaseError) {
    guard let row else { return }
    tier = try Tier(row, at: now)
    searches = try row.get("searches", as: Int?.self) ?? 0
    multiIngredientSearches = try row.get("multi_ingredient_searches", as: Int?.self) ?? 0
    savedRecipes = try row.get("saved_recipes")
  }
}

extension SQL {
  /// Selects a user's row with the counters of a day; no row for a user without one.
  static func usage(of userID: UUID, on day: CalendarDay) -> SQL {
    """
    SELECT s.tier, s.premium_until, s.trial_started_at, c.searches, c.multi_ingredient_searches,
      (SELECT count(*) FROM saved_recipes r WHERE r.user_id = u.id) AS saved_recipes
    FROM users u
    LEFT JOIN user_subscriptions s ON s.user_id = u.id
    LEFT JOIN usage_counters c ON c.user_id = u.id AND c.day = \(day)
    WHERE u.id = \(userID)
    """
  }
}
