package import Edge

/// The rows of a statement, with the names of its columns once.
package struct RowSet: Sendable {
  /// The rows.
  package var rows: [Row]

  /// Wraps rows of one statement.
  package init(_ rows: [Row]) { self.rows = rows }
}
