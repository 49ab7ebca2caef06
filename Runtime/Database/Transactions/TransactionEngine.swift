/// The engine's side of one transaction. Programs use ``Transaction``, which wraps it. The calls throw what those of
/// ``Transaction`` throw.
public protocol TransactionEngine: Sendable {
  /// Runs a statement and reads its rows.
  ///
  /// - Parameters:
  ///   - sql: A statement.
  ///   - limit: The most rows to return, at least 1, or `nil` for all.
  /// - Returns: The rows in the statement's order.
  func query(_ sql: SQL, limit: Int?) async throws -> [Row]

  /// Runs a statement.
  ///
  /// - Parameter sql: A statement.
  /// - Returns: How many rows it changed.
  func execute(_ sql: SQL) async throws -> Int

  /// Runs statements one after another, until one fails.
  ///
  /// An engine with a server sends them together. The default runs a ``query(_:limit:)`` for each.
  ///
  /// - Parameter statements: Any number of them.
  /// - Returns: The rows of each statement.
  func batch(_ statements: [SQL]) async throws -> [[Row]]

  /// Runs the statements of a script one after another.
  ///
  /// - Parameters:
  ///   - script: Statements without bindings, separated by semicolons.
  ///   - hasTimeout: Whether the limit of a statement's time holds: for each statement or, with a server, for all
  ///     together.
  func run(script: String, hasTimeout: Bool) async throws

  /// Sets or ends a savepoint. Nested savepoints end in reverse order.
  ///
  /// - Parameter step: The step.
  func savepoint(_ step: SavepointStep) async throws

  /// The same transaction with the host's rights, if this one has a caller's.
  var asHost: any TransactionEngine { get }

  /// Runs a statement whose result is not needed, at the latest before the commit, which fails with it.
  ///
  /// An engine with a server sends it with the next statement. The default is ``execute(_:)``.
  ///
  /// - Parameter sql: A statement.
  func append(_ sql: SQL) async throws

  /// Undoes the transaction's changes and begins it again.
  ///
  /// - Parameter isolation: Which changes of other transactions its statements see from now on.
  func restart(isolation: TransactionIsolation) async throws

  /// The same transaction with a caller's rights, under row-level security.
  ///
  /// - Parameters:
  ///   - role: The role to take on.
  ///   - claims: The token's claims as JSON text.
  /// - Returns: The engine; `nil` if the database has no roles.
  func acting(as role: String, claims: String) -> (any TransactionEngine)?
}

extension TransactionEngine {
  /// Runs the statements one by one.
  public func batch(_ statements: [SQL]) async throws -> [[Row]] {
    var rows: [[Row]] = []
    for statement in statements { rows.append(try await query(statement, limit: nil)) }
    return rows
  }

  /// The transaction itself.
  public var asHost: any TransactionEngine { self }

  /// Runs the statement.
  public func append(_ sql: SQL) async throws { _ = try await execute(sql) }

  /// Throws ``DatabaseError/Code/notSupported``.
  public func restart(isolation: TransactionIsolation) async throws {
    throw DatabaseError(.notSupported, "This engine's transactions cannot begin again.")
  }

  /// No engine.
  public func acting(as role: String, claims: String) -> (any TransactionEngine)? { nil }
}
