/// A database: a value that wraps the engine of any kind of database.
///
/// ```swift
/// let user = try await database.first("SELECT name FROM users WHERE id = \(id)")
/// try await database.execute("UPDATE users SET name = \(name) WHERE id = \(id)")
/// try await database.transaction { transaction in … }
/// ```
public struct Database: Sendable {
  /// The wrapped engine.
  public let engine: any DatabaseEngine

  /// Wraps an engine.
  ///
  /// - Parameter engine: An open engine.
  public init(_ engine: any DatabaseEngine) {
    self.engine = engine
  }

  /// The SQL of the engine.
  public var dialect: SQLDialect { engine.dialect }

  /// Reads rows. They include all acknowledged changes, and none of a transaction that is still open.
  ///
  /// - Parameter sql: A statement that does not write.
  /// - Returns: The rows in the statement's order.
  /// - Throws: ``DatabaseError``: ``DatabaseError/Code/writeInQuery`` for a statement that writes,
  ///   ``DatabaseError/Code/closed`` after `close`; `CancellationError` when the task is cancelled meanwhile.
  public func query(_ sql: SQL) async throws -> [Row] {
    try await engine.query(sql, limit: nil)
  }

  /// Reads the first row, as ``query(_:)`` does.
  ///
  /// - Parameter sql: A statement that does not write.
  /// - Returns: The first row, or `nil` when there is none.
  /// - Throws: What ``query(_:)`` throws.
  public func first(_ sql: SQL) async throws -> Row? {
    try await engine.query(sql, limit: 1).first
  }

  /// Runs one statement in a transaction of its own. The change is durable when this returns.
  ///
  /// - Parameter sql: Any statement but transaction control.
  /// - Returns: How many rows it inserted, updated or deleted itself, without triggers.
  /// - Throws: ``DatabaseError``; `CancellationError` when the task is cancelled before its turn.
  @discardableResult
  public func execute(_ sql: SQL) async throws -> Int {
    try await engine.execute(sql)
  }

  /// Runs statements one after another in a transaction of their own. The changes are durable when this returns.
  ///
  /// For statements that do not depend on each other's results. On Postgres, and from a worker, they take one round
  /// trip, and no lock waits for the function.
  ///
  /// ```swift
  /// let rows = try await database.batch(["SELECT 1 FROM teams WHERE id = \(id) FOR UPDATE", "INSERT INTO …"])
  /// ```
  ///
  /// - Parameters:
  ///   - statements: Any statements but transaction control; may be empty. Each sees the changes of those before it and,
  ///     as in ``Transaction/batch(_:)``, what others committed before it began.
  ///   - retries: How many times the statements may run again after ``DatabaseError/Code/deadlock``; less than 0 counts
  ///     as 0. Without effect on SQLite.
  /// - Returns: The rows of each, in the statements' order.
  /// - Throws: What ``execute(_:)`` throws, for the first statement that failed; nothing is changed then. On Postgres the
  ///   changes stay if the results alone are over their limit of 256 MiB.
  public func batch(_ statements: [SQL], retries: Int = 0) async throws -> [[Row]] {
    try await Retries.run(retries) { try await engine.batch(statements) }
  }

  /// Runs a body in a transaction. Its changes are durable when this returns, and undone when the body throws.
  ///
  /// Await nothing but the transaction's own statements: a body that waits more than 5 s for something else is rolled
  /// back.
  ///
  /// On SQLite bodies run one after another, and a transaction is rolled back after 60 s, whatever it does.
  ///
  /// On Postgres bodies run concurrently. Locks (`FOR UPDATE`) order the changes of two bodies to the same rows, or a
  /// stricter isolation, under which one of the two fails and is tried again. A body's own code runs on the thread that
  /// reads the connections, so compute before the transaction or after it. A body that keeps the thread for more than
  /// 5 to 10 ms goes on alone on it, and another thread takes over the connections.
  ///
  /// - Parameters:
  ///   - isolation: Which changes of other transactions the statements see; without effect on SQLite.
  ///   - retries: How many times the body may run again after ``DatabaseError/Code/serializationFailure`` or
  ///     ``DatabaseError/Code/deadlock``, with its changes undone; less than 0 counts as 0. Without effect on SQLite.
  ///     Allow retries if the body changes only the database.
  ///   - body: Receives the transaction, which ends with the body.
  /// - Returns: The body's result.
  /// - Throws: What the body throws. ``DatabaseError``: ``DatabaseError/Code/transactionTimedOut`` past a limit,
  ///   ``DatabaseError/Code/transactionNested`` when called from a body on the same database, and what the commit
  ///   throws. `CancellationError` when the task is cancelled before its turn, in which case the body did not run.
  public func transaction<T: Sendable>(
    isolation: TransactionIsolation = .readCommitted, retries: Int = 0,
    _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    let actions = CommitActions()
    let result = try await engine.transaction(isolation: isolation, retries: retries) { transaction in
      actions.forget()
      var transaction = transaction
      // A part of a shared transaction brings its own actions, which wait for that transaction's commit.
      if transaction.actions == nil { transaction.actions = actions }
      return try await body(transaction)
    }
    actions.run()
    return result
  }

  /// The same database with a caller's rights, under row-level security. Postgres only.
  ///
  /// - Parameters:
  ///   - role: A role that the session's own may take on, such as `authenticated`.
  ///   - claims: The token's claims as JSON text, which policies read as `request.jwt.claims`.
  /// - Returns: The database. On SQLite every use of it throws ``DatabaseError/Code/notSupported``.
  public func acting(as role: String, claims: String) -> Database {
    Database(engine.acting(as: role, claims: claims))
  }

  /// The same database for one of several users that share its connections.
  ///
  /// - Parameter user: The user's name.
  package func used(by user: String) -> Database { Database(engine.used(by: user)) }

  /// Closes the database. Queries and transactions that have begun finish; later ones throw
  /// ``DatabaseError/Code/closed``.
  public func close() async {
    await engine.close()
  }
}
