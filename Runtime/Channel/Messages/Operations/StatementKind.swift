/// The result that is asked of statements within a transaction. Each kind but `batch` has one statement.
package enum StatementKind: Sendable, Hashable {
  /// The rows, at most so many.
  case query(limit: Int?)
  /// The number of changed rows.
  case execute
  /// Nothing: it runs at the latest before the commit.
  case append
  /// The rows of each statement.
  case batch
  /// Nothing: statements without bindings, separated by semicolons.
  case script
}
