import Edge
import Foundation

/// Checks the caller's limit of an action, and counts the action in the same transaction.
///
/// Searches for text and for one ingredient share a limit, as the app shows one number for both. Saving a recipe is
/// only checked here; `save_recipe` takes the slot.
let performAction = Function("perform_action", access: .user) { (input: ActionRequest, context) in
  PermittedAction(usage: UsageStats(try await perform(UserAction(named: input.action), context)))
}.idempotent()
  .described("Checks the caller's limit of an action, and counts the action.")
  .errors(.userNotFound, .searchLimitReached, .saveLimitReached, .multiIngredientNotAllowed)

/// ``performAction`` as a database function: true, or false for a refusal.
let performActionProcedure = Function("perform_action", access: .user) { (input: ActionParameters, context) in
  let action = try UserAction(named: input.action)
  do {
    _ = try await perform(action, context)
    return true
  } catch let error as FunctionError where error.isRefusal {
    return false
  }
}.idempotent()

struct ActionRequest: Codable {
  let action: String
}

struct ActionParameters: Codable {
  let action: String

  enum CodingKeys: String, CodingKey { case action = "p_action" }
}

/// `allowed`, and the usage after the action, so that the app need not ask for it.
struct PermittedAction: Codable {
  let usage: UsageStats

  enum CodingKeys: String, CodingKey { case allowed }

  init(usage: UsageStats) { self.usage = usage }

  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: CodingKeys.self).decode(Bool.self, forKey: .allowed)
    usage = try UsageStats(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(true, forKey: .allowed)
    try usage.encode(to: encoder)
  }
}

private func perform(_ action: UserAction, _ context: Context<UserAccess>) async throws -> Usage {
  let userID = context.userID
  let now = context.clock.now
  let dialect = context.database.dialect
  return try await context.database.transaction(retries: 3) {
    try await $0.perform(action, by: userID, at: now, dialect)
  }
}

extension Transaction {
  /// Checks a user's limit of an action, and counts the action.
  ///
  /// - Returns: the usage after the action.
  /// - Throws: the refusal, as a ``FunctionError``; then nothing is counted.
  func perform(
    _ action: UserAction, by userID: UUID, at now: Date, _ dialect: SQLDialect
  ) async throws -> Usage {
    let day = CalendarDay(containing: now)
    var usage = try Usage(await first(.usage(of: userID, on: day)), at: now)
    let counting: SQL
    switch action {
    case .search, .ingredientSearch:
      counting = .countSearch(by: userID, on: day, upTo: usage.tier.searchLimit)
    case .multiIngredientSearch:
      guard usage.tier.canUseAdvancedSearch else { throw FunctionError.multiIngredientNotAllowed }
      counting = .countMultiIngredientSearch(by: userID, on: day)
    case .saveRecipe:
      if let limit = usage.tier.savedRecipesLimit, usage.savedRecipes >= limit { throw FunctionError.saveLimitReached }
      return usage
    }
    try await ensureUser(userID, at: now)
    // An erasure would otherwise remove the user before the counter is inserted.
    if let held = try await batch(dialect.keeping(user: userID)).last, held.isEmpty { throw FunctionError.userNotFound }
    guard let counter = try await first(counting) else { throw FunctionError.searchLimitReached }
    usage.searches = try counter.get("searches")
    usage.multiIngredientSearches = try counter.get("multi_ingredient_searches")
    return usage
  }
}

extension SQL {
  /// Counts a search and returns the day's counters; no row if the limit, at least 1, was reached before.
  static func countSearch(by userID: UUID, on day: CalendarDay, upTo limit: Int?) -> SQL {
    let room: SQL = limit.map { "WHERE usage_counters.searches < \($0)" } ?? ""
    return """
      INSERT INTO usage_counters (user_id, day, searches) VALUES (\(userID), \(day), 1)
      ON CONFLICT (user_id, day) DO UPDATE SET searches = usage_counters.searches + 1 \(room)
      RETURNING searches, multi_ingredient_searches
      """
  }

  /// Counts a search for several ingredients and returns the day's counters.
  static func countMultiIngredientSearch(by userID: UUID, on day: CalendarDay) -> SQL {
    """
    INSERT INTO usage_counters (user_id, day, multi_ingredient_searches) VALUES (\(userID), \(day), 1)
    ON CONFLICT (user_id, day) DO UPDATE SET multi_ingredient_searches = usage_counters.multi_ingredient_searches + 1
    RETURNING searches, multi_ingredient_searches
    """
  }
}
