import Database

extension DatabaseError {
  /// The error for a statement that failed on the server.
  ///
  /// The server's detail quotes values and is left out. A general text takes the place of a message that may quote a
  /// value: one that is not about the statement's text, unless the statement is a script's, such as a migration's.
  ///
  /// - Parameter isOther: Whether another statement of the round trip failed.
  static func postgres(
    _ result: ServerResult, in statement: Statement, isQuery: Bool = false, isOther: Bool = false
  ) -> DatabaseError {
    guard result.kind == .error else {
      if result.kind == .empty { return .emptyStatement(statement.text) }
      return DatabaseError(.failed, "The statement did not run.", statement: statement.text)
    }
    let state = result.sqlState ?? "08006"
    if isQuery && state == "25006" { return .writeInQuery(statement.text) }
    let code = Code(sqlState: state)
    let isOfScript = statement.isOfScript && !isOther
    let shows = result.hasPosition || SQLState.quotesNoValue(state) || (isOfScript && !SQLState.mayQuoteRows(state))
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
      case ("22P05", _): .unstorableText
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
