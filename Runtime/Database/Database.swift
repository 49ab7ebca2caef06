/// A database, by whatever engine: a value to hand around.
///
/// ```swift
/// let user = try await database.first("SELECT name FROM users WHERE id = \(id)")
/// try await database.execute("UPDATE users SET name = \(name) WHERE id = \(id)")
/// try await database.transaction { transaction in … }
/// ```
public struct Database: Sendable {
  /// The engine behind it.
  public let engine: any DatabaseEngine

  /// Wraps an engine.
  ///
  /// - Parameter engine: An open engine.
  public init(_ engine: any DatabaseEngine) {
    self.engine = engine
  }

  /// Reads rows. What was acknowledged before is seen; changes of a transaction that is still open are not.
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

  /// Runs one statement in a transaction of its own; it is durable when this returns.
  ///
  /// - Parameter sql: Any statement but transaction control.
  /// - Returns: How many rows it inserted, updated or deleted itself, without triggers.
  /// - Throws: ``DatabaseError``; `CancellationError` when the task is cancelled before its turn.
  @discardableResult
  public func execute(_ sql: SQL) async throws -> Int {
    try await engine.execute(sql)
  }

  /// Runs a body in a transaction; its changes are durable when this returns, and undone when the body throws.
  ///
  /// On SQLite bodies run one after another. Await nothing but the transaction's own statements: a body that waits
  /// for something else keeps the others waiting, and is rolled back after a limit (5 s unless configured).
  ///
  /// On Postgres they run beside one another. What two of them do to the same rows is for locks (`FOR UPDATE`) to order,
  /// or for a stricter isolation, under which one of the two fails and is tried again. Their own code runs on the
  /// thread of the connections: what computes for long belongs before the transaction or after it. A body that keeps the
  /// thread for more than 5 to 10 ms is left alone with it, and another takes its place.
  ///
  /// - Parameters:
  ///   - isolation: How much of others' changes the statements may see; of no meaning on SQLite.
  ///   - retries: How many times the body may run again after ``DatabaseError/Code/serializationFailure`` or
  ///     ``DatabaseError/Code/deadlock``, everything undone: allow it where the body changes nothing but the database.
  ///   - body: Gets the transaction, which is of no use after the body's end.
  /// - Returns: What the body returned.
  /// - Throws: What the body throws. ``DatabaseError``: ``DatabaseError/Code/transactionTimedOut`` past the limit,
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
      transaction.actions = actions
      return try await body(transaction)
    }
    actions.run()
    return result
  }

  /// The same database as a caller sees it, under row-level security: Postgres only.
  ///
  /// - Parameters:
  ///   - role: A role that the session's own may take on, such as `authenticated`.
  ///   - claims: The token's claims as JSON text, which policies read as `request.jwt.claims`.
  /// - Returns: A database of which every use throws ``DatabaseError/Code/notSupported`` on SQLite.
  public func acting(as role: String, claims: String) -> Database {
    Database(engine.acting(as: role, claims: claims))
  }

  /// Closes the database: what has begun finishes, what comes later throws ``DatabaseError/Code/closed``.
  public func close() async {
    await engine.close()
  }
}
