extension Row {
  /// Rows of one statement that share the names of their columns.
  ///
  /// - Parameters:
  ///   - columns: The columns' names.
  ///   - values: The values of each row, as many as there are columns.
  package static func rows(columns: [String], values: [[DatabaseValue]]) -> [Row] {
    let layout = Layout(names: columns)
    return values.map { Row(layout: layout, values: $0) }
  }
}
