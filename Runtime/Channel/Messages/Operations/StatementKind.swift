/// The result that is asked of statements within a transaction. Each kind but `batch` has one statement.
package enum StatementKind: Sendable, Hashable {
  /// The rows, at most `limit`; nil for all.
  case query(limit: Int?)
  /// The number of changed rows.
  case execute
  /// No result: the statement may be deferred until the commit.
  case append
  /// The rows of each statement.
  case batch
  /// Nothing: statements without bindings, separated by semicolons.
  case script
}
