import Edge
import Foundation

/// A subscription's tier and its limits. A trial counts as premium while it lasts.
enum Tier: String, SQLValue, Codable, CaseIterable {
  case free, premium

  /// How long a trial lasts.
  static let trialDuration: TimeInterval = 7 * 86_400

  /// The number that the app shows for no limit.
  static let unlimitedValue = 999_999

  /// How many searches a UTC day has; nil is no limit.
  var searchLimit: Int? { self == .free ? 5 : nil }

  /// How many recipes may be saved at a time; nil is no limit.
  var savedRecipesLimit: Int? { self == .free ? 20 : nil }

  /// How many searches for several ingredients a UTC day has; nil is no limit, 0 is disabled.
  var multiIngredientLimit: Int? { self == .free ? 0 : nil }

  /// The tier that a row of `user_subscriptions`, or nulls in place of one, means at an instant.
  init(_ row: Row, at now: Date) throws(DatabaseError) {
    let bought: Tier = try row.get("tier", as: Tier?.self) ?? .free
    let end: Date? = try row.get("premium_until")
    let isPaid = bought == .premium && end.map { now < $0 } ?? true
    let trial: Date? = try row.get("trial_started_at")
    let isTrying = trial.map { $0 <= now && now < $0 + Self.trialDuration } ?? false
    self = isPaid || isTrying ? .premium : .free
  }
}
