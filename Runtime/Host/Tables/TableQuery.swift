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
  /// The form of `select` and `columns` in words.
  private static let distinctColumns = "at most \(maximumColumns) plain columns, each once"
  /// The form of `order` in words.
  private static let orderedColumns =
    "at most \(maximumColumns) plain columns with asc, desc, nullsfirst or nullslast"

  /// The parameters that are no filters.
  static let words: Set<String> = ["select", "columns", "order", "limit", "offset", "on_conflict", "and", "or", "not"]

  /// - Parameter query: the query, still encoded; nil without one.
  /// - Throws: ``TableRefusal/Cause`` for a query that only PostgREST can answer: with embedded tables, computed
  ///   columns, a repeated name.
  init(_ query: Substring?, of action: TableRoute.Action) throws(TableRefusal.Cause) {
    guard let query else { return }
    var seen: Set<String> = []
    for (name, value) in Request(rawQuery: String(query)).query {
      guard seen.insert(name).inserted else { throw .repeated(name) }
      guard seen.count <= Self.maximumParameters else { throw .length }
      if Self.words.contains(name) {
        try read(name, value, of: action)
      } else {
        guard action != .call else { throw .parameter(name) }
        filters[name] = value
      }
    }
  }

  /// - Throws: ``TableRefusal/Cause`` if the host cannot do what the parameter asks for.
  private mutating func read(
    _ name: String, _ value: String, of action: TableRoute.Action
  ) throws(TableRefusal.Cause) {
    switch (name, action) {
    case ("select", .insert), ("select", .select), ("select", .update), ("select", .delete):
      let names = value.split(separator: ",", omittingEmptySubsequences: false)
      if names == ["*"] { return }
      columns = Self.columns(names)
      if columns == nil { throw .form(of: name, takes: "\(Self.distinctColumns), or *") }
    case ("columns", .insert):
      written = Self.columns(value.split(separator: ",", omittingEmptySubsequences: false)).map(Set.init)
      if written == nil { throw .form(of: name, takes: Self.distinctColumns) }
    case ("order", .select):
      let parts = value.split(separator: ",", omittingEmptySubsequences: false)
      order = parts.prefix(Self.maximumColumns).compactMap(RowOrder.init)
      guard order.count == parts.count else { throw .form(of: name, takes: Self.orderedColumns) }
    case ("limit", .select):
      limit = Self.count(value)
      if limit == nil { throw .count(name) }
    case ("offset", .select):
      guard let count = Self.count(value) else { throw .count(name) }
      offset = count
    default: throw .parameter(name)
    }
  }

  /// Keeps the rows of a `Range` field alone: `0-9`, or `10-`. Another text counts as none, as in PostgREST.
  ///
  /// - Throws: ``TableRefusal/Cause`` for a range that ends before its beginning.
  mutating func keep(range text: String) throws(TableRefusal.Cause) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let first = Self.count(parts[0]) else { return }
    guard let last = parts[1].isEmpty ? .max : Self.count(parts[1]) else { return }
    guard first <= last else { throw .count("Range") }
    let end = limit.map { offset.addingReportingOverflow($0) }.map { $0.overflow ? .max : $0.partialValue } ?? .max
    offset = max(offset, first)
    limit = last == .max && end == .max ? nil : max(0, min(end, last == .max ? .max : last + 1) - offset)
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
