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

  /// The most bytes of a text, a blob or a stored row: as many as an operation of a worker may have.
  static let longestValue: CInt = 64 << 20

  /// The most bytes of a pattern of LIKE or GLOB. The time grows with the product of the text's length and the
  /// pattern's, within one instruction, where a ``StatementWatch`` cannot end it. 200 bytes and the longest text take as
  /// long as a transaction may.
  private static let longestPattern: CInt = 200

  /// The most bytes that SQLite allocates in this process: a statement may make a row of many long values.
  static let mostMemory: Int64 = 512 << 20

  /// Whether SQLite keeps to ``mostMemory``. A statement that needs more fails alone.
  private static let hasBoundedMemory = sqlite3_hard_heap_limit64(mostMemory) >= 0

  let pointer: OpaquePointer

  /// Opens the file and sets what only C calls can set.
  ///
  /// - Throws: ``DatabaseError`` that names the path.
  init(opening path: String, for mode: Mode, busyTimeout: Duration) throws(DatabaseError) {
    guard Self.hasBoundedMemory else { throw .opening(path, .failed, because: "SQLite has no limit of its memory.") }
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
    unsafe sqlite3_limit(opened, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, Self.longestPattern)
  }

  /// Replaces functions that may take any time within one instruction, where a ``StatementWatch`` cannot end them:
  /// `instr`, `replace` and `trim`.
  func boundFunctions() throws(DatabaseError) {
    let result = unsafe csqlite_bound_functions(pointer)
    guard result == SQLITE_OK else {
      throw DatabaseError(.init(sqlite: result), "SQLite does not take functions of this program.")
    }
  }

  deinit {
    // An open transaction is rolled back.
    unsafe sqlite3_close_v2(pointer)
  }
}
