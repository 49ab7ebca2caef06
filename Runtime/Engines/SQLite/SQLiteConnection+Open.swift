import Database

extension SQLiteConnection {
  /// How long a connection that reads waits for a lock. Another process locks readers out only while it recovers or
  /// closes the write-ahead log.
  private static let readerTimeout = Duration.seconds(10)

  /// Opens the one connection that writes, with a write-ahead log whose commits reach the disk.
  ///
  /// - Throws: ``DatabaseError`` that names the path.
  static func writer(of path: String, busyTimeout: Duration) throws(DatabaseError) -> SQLiteConnection {
    let connection = try open(path, for: .writing, busyTimeout: busyTimeout)
    try opening(path) { () throws(DatabaseError) in
      let journal = try connection.query("PRAGMA journal_mode = WAL", limit: 1).first
      guard try journal?.get("journal_mode") == "wal" else { throw refusal("journal_mode=WAL") }
      // A commit waits for the disk.
      try connection.control("PRAGMA synchronous = FULL")
      let synchronous = try connection.query("PRAGMA synchronous", limit: 1).first
      guard try synchronous?.get("synchronous") == 2 else { throw refusal("synchronous=FULL") }
      // Limits the log's file to 64 MiB after a long read, during which the log grows.
      try connection.control("PRAGMA journal_size_limit = 67108864")
      // Creates the log's files, since a connection that only reads may not be allowed to.
      try connection.control("SELECT * FROM sqlite_master LIMIT 1")
    }
    connection.isRestricted = true
    return connection
  }

  /// Opens a connection that reads.
  ///
  /// - Throws: ``DatabaseError`` that names the path.
  static func reader(of path: String) throws(DatabaseError) -> SQLiteConnection {
    let connection = try open(path, for: .reading, busyTimeout: readerTimeout)
    connection.isRestricted = true
    return connection
  }

  private static func open(
    _ path: String, for mode: SQLiteHandle.Mode, busyTimeout: Duration
  ) throws(DatabaseError) -> SQLiteConnection {
    let handle = try SQLiteHandle(opening: path, for: mode, busyTimeout: busyTimeout)
    let connection = SQLiteConnection(handle)
    try opening(path) { () throws(DatabaseError) in
      try handle.boundFunctions()
      try connection.control("PRAGMA foreign_keys = ON")
      // SQLite reads the file at the first query, and finds only then whether it is a database.
      try connection.control("SELECT * FROM sqlite_master LIMIT 1")
    }
    return connection
  }

  private static func refusal(_ setting: String) -> DatabaseError {
    DatabaseError(.cannotOpen, "\(setting) was refused.")
  }

  /// Adds the path to the errors of the steps.
  private static func opening(_ path: String, _ steps: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    do {
      try steps()
    } catch {
      throw .opening(path, error.code, because: error.message)
    }
  }
}
