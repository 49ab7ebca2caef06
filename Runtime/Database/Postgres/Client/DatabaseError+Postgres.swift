extension DatabaseError {
  /// What the server refused.
  ///
  /// Its detail quotes values and is never carried. Its message may quote one too when it is about a value and not
  /// about the statement's text, and is then replaced.
  static func postgres(_ result: ServerResult, in statement: Statement, isQuery: Bool = false) -> DatabaseError {
    guard result.kind == .error else {
      if result.kind == .empty { return DatabaseError(.syntax, "The statement is empty.", statement: statement.text) }
      return DatabaseError(.failed, "The statement did not run.", statement: statement.text)
    }
    let state = result.sqlState ?? "08006"
    if isQuery && state == "25006" {
      return DatabaseError(
        .writeInQuery, "A query may not write: use execute or a transaction.", statement: statement.text)
    }
    let code = Code(sqlState: state)
    let shows = result.hasPosition || SQLState.quotesNoValue(state)
    let message = shows ? result.primaryMessage : SQLState.message(state)
    return DatabaseError(
      code, message ?? "The server refused it (SQLSTATE \(state)).",
      constraint: result.constraintName, column: code == .notNullViolation ? result.columnName : nil,
      statement: statement.text)
  }
}

extension DatabaseError.Code {
  /// The code for an SQLSTATE, https://www.postgresql.org/docs/15/errcodes-appendix.html.
  init(sqlState state: String) {
    self =
      switch (state, state.prefix(2)) {
      case ("23505", _): .uniqueViolation
      case ("23503", _): .foreignKeyViolation
      case ("23514", _): .checkViolation
      case ("23502", _): .notNullViolation
      case (_, "23"), ("P0001", _), (_, "44"): .constraintViolation
      case ("25006", _): .readOnly
      case ("25P02", _): .transactionAborted
      case ("25P03", _): .transactionTimedOut
      case ("40001", _): .serializationFailure
      case ("40P01", _): .deadlock
      case ("42501", _): .insufficientPrivilege
      case ("42P05", _): .failed
      case (_, "42"): .syntax
      case ("0A000", _): .notSupported
      case ("53100", _): .full
      case ("55P03", _): .busy
      case ("57014", _): .statementTimedOut
      case (_, "08"), (_, "53"), ("57P01", _), ("57P02", _), ("57P03", _), ("57P04", _), ("57P05", _): .unavailable
      case ("58030", _): .io
      case ("XX001", _), ("XX002", _): .corrupt
      default: .failed
      }
  }
}

/// What is known about SQLSTATEs.
enum SQLState {
  static let cancelled = "57014"

  /// Whether the session ends with this error.
  static func endsSession(_ state: String) -> Bool { state.hasPrefix("57P") || state.hasPrefix("08") }

  /// Whether a transaction that failed so may be tried again.
  static func isRetryable(_ code: DatabaseError.Code) -> Bool { code == .serializationFailure || code == .deadlock }

  /// Whether a prepared statement may have become stale: its plan's columns changed, or it is gone.
  static func isStale(_ state: String?) -> Bool { state == "0A000" || state == "26000" }

  /// Whether the primary messages of its class name tables, columns and constraints, but no values.
  static func quotesNoValue(_ state: String) -> Bool {
    // A trigger's own words (P0001) are its author's to choose.
    ["08", "0A", "23", "25", "26", "40", "44", "53", "55", "57", "58"].contains(state.prefix(2))
      || state == "42501" || state == "P0001" || state == "42P01"
  }

  /// Words for the errors that quote values.
  static func message(_ state: String) -> String {
    let words =
      switch state {
      case "22P02", "22P03": "a value is not valid for its type"
      case "22003": "a number is out of its type's range"
      case "22001": "a text is too long for its column"
      case "22007", "22008": "a value is no valid date or time"
      case "22012": "division by zero"
      case "22021": "a text has bytes that are not valid"
      case "2201B": "a regular expression is not valid"
      case "22030", "22032": "a JSON text is not valid"
      case "42601": "a text that is read as an expression is not valid"
      default: "the server could not run it"
      }
    return "The statement failed: \(words) (SQLSTATE \(state))."
  }
}

extension DatabaseError {
  static let lostConnection = DatabaseError(
    .unavailable, "The connection to the database was lost; nothing of this was stored.")
  static let unknownOutcome = DatabaseError(
    .outcomeUnknown, "The connection was lost while the change was being stored: it may have happened or not.")
  static let overdue = DatabaseError(.statementTimedOut, "The statement took longer than the limit and was cancelled.")
}
