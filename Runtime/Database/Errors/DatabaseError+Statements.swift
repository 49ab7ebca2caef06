/// The errors of statements that no engine accepts.
extension DatabaseError {
  /// The error of a text without a statement.
  package static func emptyStatement(_ text: String) -> DatabaseError {
    DatabaseError(.syntax, "The statement is empty.", statement: text)
  }

  /// The error of a query that writes.
  package static func writeInQuery(_ text: String) -> DatabaseError {
    DatabaseError(.writeInQuery, "A query may not write: use execute or a transaction.", statement: text)
  }

  /// The error of a statement that begins or ends a transaction itself.
  package static func transactionControl(_ text: String) -> DatabaseError {
    DatabaseError(
      .transactionControl, "The transaction begins and ends with its body, not by a statement.", statement: text)
  }
}
