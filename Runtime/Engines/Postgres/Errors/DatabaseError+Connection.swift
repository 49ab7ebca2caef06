import Database

extension DatabaseError {
  static let lostConnection = DatabaseError(
    .unavailable, "The connection to the database was lost; nothing of this was stored.")
  static let unknownOutcome = DatabaseError(
    .outcomeUnknown, "The connection was lost while the change was being stored: it may have happened or not.")
  static let overdue = DatabaseError(.statementTimedOut, "The statement took longer than the limit and was cancelled.")
}
