/// A transaction within its body.
///
/// After the body's end every call throws ``DatabaseError/Code/transactionEnded``.
public struct Transaction: Sendable {
  /// The engine's side of the transaction.
  package let engine: any TransactionEngine
  /// The actions for after the commit.
  package var actions: CommitActions?

  /// Wraps an engine's transaction.
  ///
  /// - Parameter engine: The engine's side of it.
  public init(_ engine: any TransactionEngine) {
    self.engine = engine
  }

  /// Runs a statement and reads its rows. It sees the transaction's own changes, and may write: `INSERT … RETURNING
  /// id`.
  ///
  /// - Parameter sql: Any statement but transaction control.
  /// - Returns: The rows in the statement's order.
  /// - Throws: ``DatabaseError``. A statement that fails changes nothing. On SQLite the transaction goes on. On
  ///   Postgres it can only be rolled back, and later statements throw ``DatabaseError/Code/transactionAborted``,
  ///   unless the statement failed within a ``savepoint(_:)``.
  public func query(_ sql: SQL) async throws -> [Row] {
    try await engine.query(sql, limit: nil)
  }

  /// Runs a statement and reads its first row, as ``query(_:)`` does.
  ///
  /// - Parameter sql: Any statement but transaction control.
  /// - Returns: The first row, or `nil` when there is none.
  /// - Throws: What ``query(_:)`` throws.
  public func first(_ sql: SQL) async throws -> Row? {
    try await engine.query(sql, limit: 1).first
  }

  /// Runs a statement.
  ///
  /// - Parameter sql: Any statement but transaction control.
  /// - Returns: How many rows it inserted, updated or deleted itself, without triggers.
  /// - Throws: What ``query(_:)`` throws.
  @discardableResult
  public func execute(_ sql: SQL) async throws -> Int {
    try await engine.execute(sql)
  }

  /// Runs statements one after another; on Postgres in one round trip.
  ///
  /// For statements that do not depend on each other's results, such as a lock and the statement that it guards. Each
  /// statement sees the changes of those before it. On Postgres, unless the isolation is stricter, it also sees the
  /// changes that other transactions committed before it began, such as those of a lock's last holder.
  ///
  /// - Parameter statements: Any statements but transaction control; may be empty.
  /// - Returns: The rows of each, in the statements' order.
  /// - Throws: What ``query(_:)`` throws, for the first statement that failed; those after it do not run. On Postgres a
  ///   statement that is not allowed, such as `COMMIT`, keeps the whole batch from running, and the time limit of a
  ///   statement is that of the whole batch.
  public func batch(_ statements: [SQL]) async throws -> [[Row]] {
    try await engine.batch(statements)
  }

  /// Runs a part of the transaction whose changes alone are undone when it throws.
  ///
  /// - Parameter body: The part. Parts may be nested, but not run concurrently.
  /// - Returns: The body's result.
  /// - Throws: What the body throws, and what ``query(_:)`` throws.
  public func savepoint<T: Sendable>(_ body: () async throws -> T) async throws -> T {
    try await engine.savepoint(.set)
    let value: T
    do {
      value = try await body()
    } catch {
      // If this fails the whole transaction has ended, and its next statement throws the reason.
      try? await engine.savepoint(.rollBack)
      throw error
    }
    try await engine.savepoint(.release)
    return value
  }

  /// The same transaction with the host's rights, for statements that a caller may not run, such as writes to the
  /// host's tables.
  ///
  /// Each of its statements resets the caller's role and sets it again, in the same round trip. Statements of the
  /// transaction itself, and those after an error, keep the caller's rights. A transaction with the host's rights, and
  /// any transaction on SQLite, is returned as it is.
  public var asHost: Transaction {
    var transaction = Transaction(engine.asHost)
    transaction.actions = actions
    return transaction
  }

  /// Runs a statement without a result, possibly deferred until the commit, which then fails if the statement does. On
  /// Postgres it is sent in the round trip of the next statement, or of the commit.
  ///
  /// - Parameter sql: Any statement but transaction control.
  /// - Throws: What ``query(_:)`` throws.
  package func append(_ sql: SQL) async throws { try await engine.append(sql) }

  /// Adds an action that runs once the transaction is committed, and does not run if it is rolled back.
  ///
  /// For hints only: a process that ends right after the commit does not run the action.
  ///
  /// - Parameter action: The action; it must be quick.
  public func afterCommit(_ action: @escaping @Sendable () -> Void) { actions?.add(action) }

  /// Runs the statements of a script one after another, until one fails.
  ///
  /// - Parameter script: Statements without bindings, separated by semicolons: text of the program, not of its users.
  /// - Throws: What ``query(_:)`` throws, for the statement that failed; those before it stay done.
  public func run(script: String) async throws {
    try await engine.run(script: script, hasTimeout: true)
  }

  /// Runs the script of a migration, which may take as long as it needs.
  ///
  /// - Parameter script: As that of ``run(script:)``.
  /// - Throws: What ``run(script:)`` throws.
  package func migrate(script: String) async throws {
    try await engine.run(script: script, hasTimeout: false)
  }
}
