/// A row that a query returned.
public struct Row: Sendable {
  /// The columns' names, shared by all rows of a query.
  final class Layout: Sendable {
    let names: [String]

    init(names: [String]) {
      self.names = names
    }
  }

  private let layout: Layout
  private let values: [DatabaseValue]

  init(layout: Layout, values: [DatabaseValue]) {
    self.layout = layout
    self.values = values
  }

  /// The columns' names in the statement's order.
  public var columns: [String] { layout.names }

  /// The value of a column.
  ///
  /// - Parameters:
  ///   - column: The name as the statement spells it; the first of two columns with one name.
  ///   - type: What to read it as; an optional where it can be `NULL`.
  /// - Returns: The value.
  /// - Throws: ``DatabaseError/Code/decoding`` when there is no such column, or it holds no such value.
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
