import Database

extension ServerResult {
  /// The rows, up to a limit.
  ///
  /// - Parameter size: The size of the results so far, to which this one is added.
  /// - Throws: ``DatabaseError/Code/failed`` for results over the limit of ``ResultSize``.
  func rows(_ statement: ServerStatement, limit: Int?, size: inout ResultSize) throws(DatabaseError) -> [Row] {
    guard kind == .rows else { return [] }
    let layout = statement.layout(of: self)
    let types = (0..<columnCount).map { columnType($0) }
    let count = min(rowCount, limit ?? .max)
    let text = statement.statement.text
    var rows: [Row] = []
    rows.reserveCapacity(count)
    for row in 0..<count {
      let values = types.enumerated().map { column, type in
        unsafe withValue(row: row, column: column) { unsafe DatabaseValue(postgres: type, $0) } ?? .null
      }
      try size.addRow(of: text)
      for value in values { try size.add(value, of: text) }
      rows.append(Row(layout: layout, values: values))
    }
    return rows
  }

  /// How many rows the statement inserted, updated or deleted.
  var changes: Int {
    let words = tag.split(separator: " ")
    guard let first = words.first, ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(first) else { return 0 }
    return words.last.flatMap { Int($0) } ?? 0
  }
}
