extension DatabaseError {
  package static let unstorableText = DatabaseError(.unstorableText, "A text has U+0000, which Postgres cannot store.")
  package static let closed = DatabaseError(.closed, "The database is closed.")
  package static let ended = DatabaseError(.transactionEnded, "The transaction has ended: use it only within its body.")
  package static let timedOut = DatabaseError(
    .transactionTimedOut, "The transaction was rolled back: its body waited too long for something else.")
  package static let overLimit = DatabaseError(
    .transactionTimedOut, "The transaction was rolled back: it took longer than its limit.")
  package static let nested = DatabaseError(
    .transactionNested, "A transaction's body cannot begin another on its database: use the one it has.")
}
