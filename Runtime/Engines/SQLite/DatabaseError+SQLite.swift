internal import CSQLite
import Database

extension DatabaseError {
  /// The error for a statement that did not compile. No value is bound yet, so SQLite's message holds none.
  static func sqlite(_ result: CInt, on connection: SQLiteHandle, compiling text: String) -> DatabaseError {
    let code = Code(sqlite: result)
    if code == .insufficientPrivilege { return DatabaseError(code, StatementAuthorizer.refusal, statement: text) }
    if result & 0xff == SQLITE_NOMEM { return DatabaseError(code, self.text(of: result), statement: text) }
    return DatabaseError(code == .failed ? .syntax : code, message(of: connection), statement: text)
  }

  /// The error for a statement that failed while it ran.
  ///
  /// The message of a violated constraint names tables and columns. Other messages may quote a bound value, as the
  /// syntax error of a full-text query does, so the general text of the code takes their place.
  static func sqlite(_ result: CInt, on connection: SQLiteHandle, running text: String) -> DatabaseError {
    let code = unsafe Code(sqlite: sqlite3_extended_errcode(connection.pointer))
    guard result & 0xff == SQLITE_CONSTRAINT else {
      if code == .statementTimedOut { return DatabaseError(code, Self.overdue.message, statement: text) }
      return DatabaseError(code, self.text(of: result), statement: text)
    }
    // "UNIQUE constraint failed: users.email", "CHECK constraint failed: quorum_is_positive".
    let message = message(of: connection)
    let constraint = message.split(separator: " constraint failed: ", maxSplits: 1).dropFirst().first.map(String.init)
    let names = constraint?.split(separator: ".", omittingEmptySubsequences: false)
    let namesColumn = code == .uniqueViolation || code == .notNullViolation
    let column = namesColumn && names?.count == 2 ? names?.last.map(String.init) : nil
    return DatabaseError(code, message, constraint: constraint, column: column, statement: text)
  }

  /// The error for a database that did not open.
  static func opening(_ path: String, _ code: Code, because reason: String) -> DatabaseError {
    let isKnown = code == .corrupt || code == .busy || code == .full || code == .io || code == .readOnly
    return DatabaseError(isKnown ? code : .cannotOpen, "Cannot open \(path): \(reason)")
  }

  /// The error of a transaction whose group was lost by the statement of another.
  static let lostGroup = DatabaseError(
    .unavailable, "Another transaction's statement undid this one before its commit: nothing was stored. Try again.")

  /// Whether the error's cause holds for all transactions of a group, as a full disk does.
  var concernsAllTransactions: Bool {
    [.full, .io, .readOnly, .corrupt, .cannotOpen, .busy, .closed].contains(code)
  }

  /// Whether the file refuses changes, as on a full disk.
  var refusesChanges: Bool { [.full, .io, .readOnly, .corrupt].contains(code) }

  /// The general text of a result.
  private static func text(of result: CInt) -> String {
    switch result & 0xff {
    case SQLITE_NOMEM:
      return "All statements together need more than \(SQLiteHandle.mostMemory >> 20) MiB of memory."
    case SQLITE_TOOBIG:
      return "A text, a blob or a row has more than \(SQLiteHandle.longestValue >> 20) MiB."
    default:
      return unsafe String(cString: sqlite3_errstr(result))
    }
  }

  private static func message(of connection: SQLiteHandle) -> String {
    unsafe String(cString: sqlite3_errmsg(connection.pointer))
  }
}

extension DatabaseError.Code {
  /// The code for one of SQLite's extended result codes, https://www.sqlite.org/rescode.html.
  init(sqlite result: CInt) {
    // The extended codes are macros that Swift does not import: the primary code and a number shifted by 8.
    self =
      switch (result & 0xff, result >> 8) {
      // 8: UNIQUE, 6: PRIMARYKEY, 10: ROWID, 3: FOREIGNKEY, 1: CHECK, 5: NOTNULL.
      case (SQLITE_CONSTRAINT, 8), (SQLITE_CONSTRAINT, 6), (SQLITE_CONSTRAINT, 10): .uniqueViolation
      case (SQLITE_CONSTRAINT, 3): .foreignKeyViolation
      case (SQLITE_CONSTRAINT, 1): .checkViolation
      case (SQLITE_CONSTRAINT, 5): .notNullViolation
      case (SQLITE_CONSTRAINT, _): .constraintViolation
      case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): .busy
      case (SQLITE_AUTH, _): .insufficientPrivilege
      case (SQLITE_INTERRUPT, _): .statementTimedOut
      case (SQLITE_FULL, _): .full
      case (SQLITE_READONLY, _): .readOnly
      case (SQLITE_IOERR, _): .io
      case (SQLITE_CANTOPEN, _): .cannotOpen
      case (SQLITE_CORRUPT, _), (SQLITE_NOTADB, _): .corrupt
      // The limit is that of all statements together, so another one may have used up the memory.
      case (SQLITE_NOMEM, _): .unavailable
      default: .failed
      }
  }
}
