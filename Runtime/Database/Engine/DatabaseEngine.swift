/// The implementation of a kind of database. Programs use ``Database``, which wraps an engine.
///
/// The contract: once `execute` or `transaction` returns, the change is durable and every later `query` sees it. The
/// calls throw what those of ``Database`` throw.
public protocol DatabaseEngine: Sendable {
  /// The engine's SQL.
  var dialect: SQLDialect { get }

  /// The notifications between the programs that share the database; `nil` if the engine has none.
  var notifications: (any DatabaseNotifications)? { get }

  /// Reads rows.
  ///
  /// - Parameters:
  ///   - sql: A statement that does not write.
  ///   - limit: The most rows to return, at least 1, or `nil` for all.
  /// - Returns: The rows in the statement's order.
  func query(_ sql: SQL, limit: Int?) async throws -> [Row]

  /// Runs one statement in a transaction of its own.
  ///
  /// - Parameter sql: Any statement but transaction control.
  /// - Returns: How many rows it changed.
  func execute(_ sql: SQL) async throws -> Int

  /// Runs statements one after another in a transaction of their own.
  ///
  /// An engine with a server sends them together. The default runs them in a
  /// ``transaction(isolation:retries:_:)``.
  ///
  /// - Parameter statements: Any number of them.
  /// - Returns: The rows of each statement.
  func batch(_ statements: [SQL]) async throws -> [[Row]]

  /// Runs a body in a transaction: all its changes, or none when it throws. Runs it again if a conflict with another
  /// transaction undid it.
  ///
  /// - Parameters:
  ///   - isolation: Which changes of other transactions the statements see; without effect in an engine with one
  ///     writer.
  ///   - retries: How many times the body may run again; an engine with one writer has no conflicts.
  ///   - body: Receives the transaction, which ends with the body.
  /// - Returns: The body's result, once its changes are durable.
  func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T

  /// The same database with a caller's rights, under row-level security.
  ///
  /// An engine without roles throws ``DatabaseError/Code/notSupported`` when the result is used.
  ///
  /// - Parameters:
  ///   - role: The role to take on.
  ///   - claims: The token's claims as JSON text.
  /// - Returns: An engine that shares this one's connections.
  func acting(as role: String, claims: String) -> any DatabaseEngine

  /// The same database for one of several users that share it, such as the bundles of a host.
  ///
  /// An engine with shares lets no user take all connections, and users that wait take turns. The default returns this
  /// engine.
  ///
  /// - Parameter user: The user's name.
  /// - Returns: An engine that shares this one's connections.
  func used(by user: String) -> any DatabaseEngine

  /// Closes the engine. Queries and transactions that have begun finish; later ones throw
  /// ``DatabaseError/Code/closed``.
  func close() async
}
