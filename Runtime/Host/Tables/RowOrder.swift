import Edge

/// One column of a query's `order`: `created_at.desc.nullslast`.
struct RowOrder: Sendable, Hashable {
  let column: String
  let isDescending: Bool
  let isNullFirst: Bool

  /// - Returns: nil for anything but a plain column with PostgREST's words.
  init?(_ text: Substring) {
    var words = text.split(separator: ".", omittingEmptySubsequences: false)[...]
    guard let column = words.popFirst().flatMap(ColumnName.plain) else { return nil }
    self.column = column
    var isDescending = false
    if let word = words.first, word == "asc" || word == "desc" {
      isDescending = word == "desc"
      words = words.dropFirst()
    }
    self.isDescending = isDescending
    switch words.popFirst() {
    case nil: isNullFirst = isDescending
    case "nullsfirst": isNullFirst = true
    case "nullslast": isNullFirst = false
    default: return nil
    }
    guard words.isEmpty else { return nil }
  }

  /// Whether a row with one value comes before a row with the other; nil if the values are equal here.
  func isBefore(_ one: JSONValue, _ other: JSONValue) -> Bool? {
    switch (one, other) {
    case (.null, .null): return nil
    case (.null, _): return isNullFirst
    case (_, .null): return !isNullFirst
    default:
      guard let isLess = Self.isLess(one, other) else { return nil }
      return isLess != isDescending
    }
  }

  /// Compares two values of one column; nil for equal values, and for those without an order.
  private static func isLess(_ one: JSONValue, _ other: JSONValue) -> Bool? {
    switch (one, other) {
    case (.string(let one), .string(let other)): one == other ? nil : one < other
    case (.bool(let one), .bool(let other)): one == other ? nil : other
    case (.integer(let one), .integer(let other)): one == other ? nil : one < other
    default:
      if let one = one.double, let other = other.double, one != other { one < other } else { nil }
    }
  }
}
