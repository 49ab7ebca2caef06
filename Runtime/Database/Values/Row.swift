/// A row of a query's result.
public struct Row: Sendable {
  /// The columns' names, shared by all rows of a query.
  package final class Layout: Sendable {
    package let names: [String]

    package init(names: [String]) {
      self.names = names
    }
  }

  private let layout: Layout
  /// The values in the order of the columns.
  package let values: [DatabaseValue]

  package init(layout: Layout, values: [DatabaseValue]) {
    self.layout = layout
    self.values = values
  }

  /// The columns' names in the statement's order.
  public var columns: [String] { layout.names }

  /// The value of a column.
  ///
  /// - Parameters:
  ///   - column: The name as the statement spells it; of two columns with one name, the first.
  ///   - type: The type of the result; an optional if the column can be `NULL`.
  /// - Returns: The value.
  /// - Throws: ``DatabaseError/Code/decoding`` if there is no such column, or its value is not of the type.
  public func get<T: SQLValue>(_ column: String, as type: T.Type = T.self) throws(DatabaseError) -> T {
    guard let index = layout.names.firstIndex(of: column), index < values.count else {
      let names = layout.names.joined(separator: ", ")
      throw DatabaseError(.decoding, "The row has no column \(column); it has: \(names).", column: column)
    }
    guard let value = T.decoded(from: values[index]) else {
      throw DatabaseError(
        .decoding, "Column \(column) holds \(values[index].kind), which is not a valid \(T.self).", column: column)
    }
    return value
  }
}
