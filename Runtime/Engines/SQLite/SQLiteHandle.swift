internal import CSQLite
import Database
import Loop

/// An open connection to an SQLite file. It opens with the object and closes with its last reference.
///
/// One thread at a time uses it. Each statement holds a reference, so SQLite finalises the statements before it closes.
@safe final class SQLiteHandle {
  /// The rights of a connection.
  enum Mode {
    case reading
    case writing
  }

  /// The most bytes of a text, a blob or a row.
  private static let longestValue: CInt = 256 << 20

  /// The most bytes of a pattern.
  private static let longestPattern: CInt = 1000

  let pointer: OpaquePointer

  /// Opens the file and sets what only C calls can set.
  ///
  /// - Throws: ``DatabaseError`` that names the path.
  init(opening path: String, for mode: Mode, busyTimeout: Duration) throws(DatabaseError) {
    let access = mode == .writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    // NOMUTEX: one thread at a time uses the connection. EXRESCODE: the results tell a unique key from a foreign key.
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let result = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard result == SQLITE_OK, let opened = unsafe opened else {
      // SQLite allocates the connection even when it cannot open the file.
      unsafe sqlite3_close_v2(opened)
      throw .opening(path, .init(sqlite: result), because: unsafe String(cString: sqlite3_errstr(result)))
    }
    unsafe pointer = opened
    unsafe sqlite3_busy_timeout(opened, CInt(clamping: busyTimeout.milliseconds))
    // A misspelt "column" is an error, not a text literal.
    unsafe _ = csqlite_set_option(opened, SQLITE_DBCONFIG_DQS_DDL, 0)
    unsafe _ = csqlite_set_option(opened, SQLITE_DBCONFIG_DQS_DML, 0)
    unsafe sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, Self.longestValue)
    // LIKE takes a time that grows with the product of the text's length and the pattern's. It is one instruction,
    // within which a ``StatementWatch`` cannot end it.
    unsafe sqlite3_limit(opened, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, Self.longestPattern)
  }

  deinit {
    // An open transaction is rolled back.
    unsafe sqlite3_close_v2(pointer)
  }
}
