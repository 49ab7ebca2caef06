import Database

extension ServerResult {
  /// The rows, up to a limit.
  func rows(_ statement: ServerStatement, limit: Int?) -> [Row] {
    guard kind == .rows else { return [] }
    let layout = statement.layout(of: self)
    let types = (0..<columnCount).map { columnType($0) }
    return (0..<min(rowCount, limit ?? .max)).map { row in
      let values = types.enumerated().map { column, type in
        unsafe withValue(row: row, column: column) { unsafe DatabaseValue(postgres: type, $0) } ?? .null
      }
      return Row(layout: layout, values: values)
    }
  }

  /// How many rows the statement inserted, updated or deleted.
  var changes: Int {
    let words = tag.split(separator: " ")
    guard let first = words.first, ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(first) else { return 0 }
    return words.last.flatMap { Int($0) } ?? 0
  }
}
