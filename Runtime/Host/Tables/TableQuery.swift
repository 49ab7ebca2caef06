import Edge

/// The query of a request to a table.
struct TableQuery: Sendable, Hashable {
  /// The columns of `select`; nil for all.
  private(set) var columns: [String]?
  /// The names in `columns`: the members of an inserted row that count; nil for all.
  private(set) var written: Set<String>?
  private(set) var order: [RowOrder] = []
  private(set) var limit: Int?
  private(set) var offset = 0
  /// The conditions by column: `eq.1`.
  private(set) var filters: [String: String] = [:]

  private static let maximumParameters = 64
  /// The most columns that `select`, `columns` or `order` may name. Each one is looked up in each row.
  private static let maximumColumns = 64

  /// The parameters that are no filters.
  static let words: Set<String> = ["select", "columns", "order", "limit", "offset", "on_conflict", "and", "or", "not"]

  /// - Parameter query: the query, still encoded; nil without one.
  /// - Returns: nil for a query that only PostgREST can answer: with embedded tables, computed columns, a repeated
  ///   name.
  init?(_ query: Substring?, of action: TableRoute.Action) {
    guard let query else { return }
    var seen: Set<String> = []
    for (name, value) in Request(rawQuery: String(query)).query {
      guard seen.insert(name).inserted, seen.count <= Self.maximumParameters,
        Self.words.contains(name) ? read(name, value, of: action) : action != .call
      else { return nil }
      if !Self.words.contains(name) { filters[name] = value }
    }
  }

  /// - Returns: whether the host can do what the parameter asks for.
  private mutating func read(_ name: String, _ value: String, of action: TableRoute.Action) -> Bool {
    switch (name, action) {
    case ("select", .insert), ("select", .select), ("select", .update), ("select", .delete):
      let names = value.split(separator: ",", omittingEmptySubsequences: false)
      if names.contains("*") { return names.count == 1 }
      columns = Self.columns(names)
      return columns != nil
    case ("columns", .insert):
      written = Self.columns(value.split(separator: ",", omittingEmptySubsequences: false)).map(Set.init)
      return written != nil
    case ("order", .select):
      let parts = value.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count <= Self.maximumColumns else { return false }
      order = parts.compactMap(RowOrder.init)
      return order.count == parts.count
    case ("limit", .select):
      limit = Self.count(value)
      return limit != nil
    case ("offset", .select):
      guard let count = Self.count(value) else { return false }
      offset = count
      return true
    default: return false
    }
  }

  /// The names of plain columns; nil if there is another expression among them, or too many.
  private static func columns(_ texts: [Substring]) -> [String]? {
    guard texts.count <= maximumColumns else { return nil }
    let names = texts.compactMap(ColumnName.plain)
    return names.count == texts.count && Set(names).count == names.count ? names : nil
  }

  private static func count(_ text: String) -> Int? {
    text.utf8.allSatisfy(ASCII.isDigit) ? Int(text) : nil
  }
}
