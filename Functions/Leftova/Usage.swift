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

  /// - Parameter row: the row of ``SQL/usage(of:on:)``.
  init(_ row: Row?, at now: Date) throws(DatabaseError) {
    guard let row else { return }
    tier = try Subscription(row).tier(at: now)
    searches = try row.get("searches", as: Int?.self) ?? 0
    multiIngredientSearches = try row.get("multi_ingredient_searches", as: Int?.self) ?? 0
    savedRecipes = try row.get("saved_recipes")
  }
}

extension SQL {
  /// Selects one row with a user's subscription and the counters of a day, also for a user without any row.
  static func usage(of userID: UUID, on day: CalendarDay) -> SQL {
    """
    SELECT \(subscriptionColumns(of: userID)), c.searches, c.multi_ingredient_searches,
      (SELECT count(*) FROM saved_recipes r WHERE r.user_id = \(userID)) AS saved_recipes
    FROM (SELECT 1 AS one) AS caller
    LEFT JOIN user_subscriptions s ON s.user_id = \(userID)
    LEFT JOIN usage_counters c ON c.user_id = \(userID) AND c.day = \(day)
    """
  }
}
