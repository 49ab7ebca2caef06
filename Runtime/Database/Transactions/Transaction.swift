/// A transaction within its body.
///
/// After the body's end every call throws ``DatabaseError/Code/transactionEnded``.
public struct Transaction: Sendable {
  /// The engine's side of it.
  let engine: any TransactionEngine
  /// What waits for the commit.
  var actions: CommitActions?

  /// Wraps an engine's transaction.
  ///
  /// - Parameter engine: The engine's side of it.
  public init(_ engine: any TransactionEngine) {
    self.engine = engine
  }

  /// Runs a statement and reads its rows, its own changes seen. It may write: `INSERT … RETURNING id`.
  ///
  /// - Parameter sql: Any statement but transaction control.
  /// - Returns: The rows in the statement's order.
  /// - Throws: ``DatabaseError``. A statement that failed has changed nothing. On SQLite the transaction goes on; on
  ///   Postgres nothing is left but to roll it back, and what comes next throws
  ///   ``DatabaseError/Code/transactionAborted``, unless the statement failed within a ``savepoint(_:)``.
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

  /// Runs statements one after another, in one round trip to the server where there is one.
  ///
  /// For what does not depend on the answers in between: a lock and what it guards, rows and their details. Each
  /// statement sees what those before it changed, and on Postgres, unless the isolation is stricter, what others
  /// committed before it began: what waited for a lock sees what its holder left.
  ///
  /// - Parameter statements: Any statements but transaction control; none at all is allowed.
  /// - Returns: The rows of each, in the statements' order.
  /// - Throws: What ``query(_:)`` throws, for the first statement that failed; those after it do not run. On Postgres
  ///   those before it have not run either when it is one that may not run at all, such as `COMMIT`; and the limit of a
  ///   statement's time is that of the whole batch.
  public func batch(_ statements: [SQL]) async throws -> [[Row]] {
    try await engine.batch(statements)
  }

  /// Runs a part of the transaction that is undone by itself when it throws, so that the rest may go on.
  ///
  /// - Parameter body: The part; only one at a time, though one may have another within it.
  /// - Returns: What the body returned.
  /// - Throws: What the body throws, and what ``query(_:)`` throws.
  public func savepoint<T: Sendable>(_ body: () async throws -> T) async throws -> T {
    try await engine.savepoint(.set)
    let value: T
    do {
      value = try await body()
    } catch {
      // What keeps it from being undone has ended the whole transaction, and says so when that goes on.
      try? await engine.savepoint(.rollBack)
      throw error
    }
    try await engine.savepoint(.release)
    return value
  }

  /// The same transaction with the host's rights, for what a caller may not do, such as to write into the host's tables.
  ///
  /// Each of its statements takes off the caller's role and puts it on again, in the same exchange: what the transaction
  /// itself runs meanwhile, and what comes after an error, is the caller's as before. One that has the host's rights
  /// already, and one on SQLite, is the same.
  public var asHost: Transaction {
    var transaction = Transaction(engine.asHost)
    transaction.actions = actions
    return transaction
  }

  /// Has something done once the transaction is committed; it is forgotten if the transaction is rolled back.
  ///
  /// For hints, not for duties: a process that dies right after the commit does not get to it.
  ///
  /// - Parameter action: what to do, quickly.
  public func afterCommit(_ action: @escaping @Sendable () -> Void) { actions?.add(action) }

  /// Runs the statements of a script one after another, until one fails.
  ///
  /// - Parameter script: Statements without bindings, separated by semicolons: text of the program, not of its users.
  /// - Throws: What ``query(_:)`` throws, for the statement that failed; those before it stay done.
  public func run(script: String) async throws {
    try await engine.run(script: script)
  }
}
