internal import CSQLite
import Database

/// A connection with a cache of prepared statements. Only the thread that owns it uses it.
final class SQLiteConnection {
  /// The largest size of the cache. A program with more statements makes their texts at run time, so the cache is
  /// emptied.
  private static let statementLimit = 500
  /// The most bytes of the cached statements.
  private static let cacheSize = 16 << 20

  private let handle: SQLiteHandle
  private var statements: [StatementText: PreparedStatement] = [:]
  private var cachedBytes = 0
  private var watch: StatementWatch?
  /// Whether a statement has put off the checks of foreign keys.
  private var defersForeignKeys = false

  init(_ handle: SQLiteHandle) {
    self.handle = handle
  }

  /// Whether a transaction is open. SQLite ends it after some errors.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle.pointer) == 0 }

  /// Whether rows refer to rows that do not exist, which would make the commit fail.
  var hasUnresolvedForeignKeys: Bool {
    var current: CInt = 0
    var highest: CInt = 0
    unsafe sqlite3_db_status(handle.pointer, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    return current != 0
  }

  /// Resets `PRAGMA defer_foreign_keys`, which a body may have set. SQLite resets it at the end of the transaction
  /// only, so it would apply to later bodies of the group.
  func checkForeignKeysAtOnce() throws(DatabaseError) {
    guard defersForeignKeys else { return }
    try control("PRAGMA defer_foreign_keys = OFF")
    defersForeignKeys = false
  }

  /// Makes statements of the program's authors end early when the watch requires it. The connection must not outlive
  /// the watch.
  func end(by watch: StatementWatch) {
    self.watch = watch
    watch.watch(handle)
  }

  /// Whether statements are refused that reach beyond the database: see ``StatementAuthorizer``.
  var isRestricted = false {
    didSet {
      // SQLite asks the authorizer when it compiles a statement, so compiled statements would escape it.
      forgetStatements()
      StatementAuthorizer.restrict(handle, isRestricted)
    }
  }

  /// Runs a statement of the program's authors and reads up to `limit` rows.
  func query(_ sql: SQL, limit: Int?, allowsWrites: Bool = true) throws(DatabaseError) -> [Row] {
    var size = ResultSize()
    return try query(sql, limit: limit, allowsWrites: allowsWrites, size: &size)
  }

  /// Runs one of several statements whose results have a limit together.
  func query(
    _ sql: SQL, limit: Int?, allowsWrites: Bool = true, size: inout ResultSize
  ) throws(DatabaseError) -> [Row] {
    let statement = try statement(for: sql.text)
    guard !statement.controlsTransaction else { throw .transactionControl(sql.text) }
    guard allowsWrites || statement.isReadOnly else {
      throw .writeInQuery(sql.text)
    }
    defersForeignKeys = defersForeignKeys || statement.defersForeignKeys
    return try timed { () throws(DatabaseError) in try statement.rows(sql.bindings, limit: limit, size: &size) }
  }

  /// Runs a statement of the program's authors and counts the rows it changed itself.
  func execute(_ sql: SQL) throws(DatabaseError) -> Int {
    let statement = try statement(for: sql.text)
    guard !statement.controlsTransaction else { throw .transactionControl(sql.text) }
    defersForeignKeys = defersForeignKeys || statement.defersForeignKeys
    let before = unsafe sqlite3_total_changes64(handle.pointer)
    try timed { () throws(DatabaseError) in try statement.run(sql.bindings) }
    // `sqlite3_changes64` keeps the count of an earlier statement if this one is no INSERT, UPDATE or DELETE.
    return unsafe sqlite3_total_changes64(handle.pointer) == before ? 0 : Int(sqlite3_changes64(handle.pointer))
  }

  /// Runs a statement of the engine itself.
  func control(_ text: String) throws(DatabaseError) {
    try statement(for: text).run([])
  }

  /// Runs the statements of a script one after another.
  func run(script: String, hasTimeout: Bool) throws(DatabaseError) {
    var rest = script.utf8CString[...]
    while let (statement, length) = try PreparedStatement.first(of: rest, on: handle) {
      guard !statement.controlsTransaction else { throw .transactionControl(statement.text) }
      defersForeignKeys = defersForeignKeys || statement.defersForeignKeys
      if hasTimeout {
        try timed { () throws(DatabaseError) in try statement.run([]) }
      } else {
        try statement.run([])
      }
      rest = rest.dropFirst(length)
    }
  }

  private func timed<Value>(_ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
    guard let watch else { return try body() }
    return try watch.limit(body)
  }

  private func statement(for text: String) throws(DatabaseError) -> PreparedStatement {
    let key = StatementText(text: text)
    if let statement = statements[key] { return statement }
    let statement = try PreparedStatement.only(in: text, on: handle)
    guard StatementText.isWorthKeeping(text) else { return statement }
    let size = statement.size
    if statements.count >= Self.statementLimit || cachedBytes + size > Self.cacheSize { forgetStatements() }
    statements[key] = statement
    cachedBytes += size
    return statement
  }

  private func forgetStatements() {
    statements.removeAll()
    cachedBytes = 0
  }
}
