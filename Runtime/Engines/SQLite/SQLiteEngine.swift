public import Database
public import FoundationEssentials
public import Logging
import Loop
import Synchronization

/// The SQLite engine: one connection to a file writes, and others read at the same time.
///
/// An acknowledged change is durable: the journal is a write-ahead log with `synchronous=FULL`. Concurrent transactions
/// share commits. Foreign keys are enforced. Other processes may use the file at the same time.
public final class SQLiteEngine: DatabaseEngine {
  private let file: DatabaseFile
  let writer: Writer
  let readers: ReaderPool
  let logger: Logger
  /// The identity of the open file; nil if it had lost its name by the end of the opening.
  let identity: FileStatus.Identity?
  /// Whether the log says that the path leads to the open file no more.
  let hasLoggedMove = Atomic(false)

  /// Opens a database. If there is none, creates it, readable by its owner only.
  ///
  /// - Parameters:
  ///   - path: The file. SQLite keeps two more files beside it, `-wal` and `-shm`.
  ///   - options: Limits, which rarely need a change.
  ///   - logger: Gets a warning for each transaction that timed out.
  /// - Throws: ``DatabaseError`` that names the path: ``DatabaseError/Code/cannotOpen``,
  ///   ``DatabaseError/Code/readOnly``, ``DatabaseError/Code/corrupt``, ``DatabaseError/Code/busy``.
  public convenience init(
    path: String, options: SQLiteOptions = SQLiteOptions(), logger: Logger = Logger(label: "swiftlet.database")
  ) throws {
    try self.init(file: DatabaseFile(path: path, isTemporary: false), options: options, logger: logger)
  }

  private init(file: DatabaseFile, options: SQLiteOptions, logger: Logger) throws {
    let connection = try file.open(options)
    self.file = file
    self.logger = logger
    identity = FileStatus(of: file.path)?.identity
    writer = Writer(connection, options: options, logger: logger)
    readers = ReaderPool(
      of: file.path, limit: max(1, options.readers), statementTimeout: options.statementTimeout)
    writer.start(endingAfter: readers.open)
  }

  deinit {
    // Without `close` the threads still finish their work, but nothing waits for them.
    readers.stop()
    writer.stop()
  }

  /// Opens a database in the system's temporary folder, which is deleted with the engine.
  ///
  /// - Parameters:
  ///   - contents: The bytes of a closed database's file; nil for an empty database.
  ///   - options: Limits, which rarely need a change.
  ///   - logger: Gets a warning for each transaction that timed out.
  /// - Returns: The engine.
  /// - Throws: What ``init(path:options:logger:)`` throws.
  public static func temporary(
    contents: Data? = nil, options: SQLiteOptions = SQLiteOptions(),
    logger: Logger = Logger(label: "swiftlet.database")
  ) throws -> SQLiteEngine {
    try SQLiteEngine(file: .temporary(contents: contents), options: options, logger: logger)
  }

  /// The database's file.
  public var path: String { file.path }

  /// SQLite's SQL.
  public var dialect: SQLDialect { .sqlite }

  /// The counts so far.
  public var statistics: DatabaseStatistics { writer.counters.withLock { $0 } }

  /// Reads rows on a connection of its own, without waiting for the writer.
  public func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try await readers.query(sql, limit: limit)
  }

  /// Runs one statement in a turn of its own on the writer.
  public func execute(_ sql: SQL) async throws -> Int {
    try await writer.execute(sql)
  }

  /// Runs a body on the writer's thread, once: with one writer there are no conflicts.
  public func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    try await writer.transaction(body)
  }

  /// The same database for one of several users. One takes four of six readers at most, and the transactions
  /// of users that wait take turns.
  ///
  /// - Returns: An engine on this one's connections. Closing it has no effect.
  public func used(by user: String) -> any DatabaseEngine {
    SQLiteShare(writer: writer, readers: readers, user: user)
  }

  /// Waits for the queries and transactions that have begun, and closes the file.
  public func close() async {
    await readers.close()
    writer.stop()
    await writer.thread.finished()
    file.deleteIfTemporary()
  }
}
