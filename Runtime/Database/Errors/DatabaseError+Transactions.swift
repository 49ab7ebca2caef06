extension DatabaseError {
  static let closed = DatabaseError(.closed, "The database is closed.")
  static let ended = DatabaseError(.transactionEnded, "The transaction has ended: use it only within its body.")
  static let timedOut = DatabaseError(
    .transactionTimedOut, "The transaction was rolled back: its body waited too long for something else.")
  static let nested = DatabaseError(
    .transactionNested, "A transaction's body cannot begin another on its database: use the one it has.")
}
