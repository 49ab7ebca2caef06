import Edge

/// A tier and its limits.
enum Tier: String, SQLValue, Codable, CaseIterable {
  case free, premium

  /// The number that the app shows for no limit.
  static let unlimitedValue = 999_999

  /// How many searches a UTC day has; nil is no limit.
  var searchLimit: Int? { self == .free ? 5 : nil }

  /// How many recipes may be saved at a time; nil is no limit.
  var savedRecipesLimit: Int? { self == .free ? 20 : nil }

  /// How many searches for several ingredients a UTC day has; nil is no limit, 0 is disabled.
  var multiIngredientLimit: Int? { self == .free ? 0 : nil }

  /// Whether searches may be for several ingredients.
  var canUseAdvancedSearch: Bool { multiIngredientLimit == nil }
}
