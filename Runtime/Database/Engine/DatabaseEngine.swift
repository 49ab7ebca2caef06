/// The seam between the program and a kind of database. Programs use ``Database``, which wraps one.
///
/// The contract: what `execute` and `transaction` report as done is durable and seen by every later `query`.
public protocol DatabaseEngine: Sendable {
  /// The SQL it speaks.
  var dialect: SQLDialect { get }

  /// What it has counted so far.
  var statistics: DatabaseStatistics { get }

  /// What carries hints between the programs that share the database; `nil` from an engine that cannot.
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

  /// Runs a body in a transaction: all its changes, or none when it throws.
  ///
  /// - Parameter body: Gets the transaction, which ends with it.
  /// - Returns: What the body returned, once its changes are durable.
  func transaction<T: Sendable>(_ body: sending (Transaction) async throws -> T) async throws -> T

  /// Runs a body in a transaction, and again when it met another transaction and was undone for it.
  ///
  /// An engine with one writer has nothing to isolate or to retry: by default it is ``transaction(_:)``.
  ///
  /// - Parameters:
  ///   - isolation: How much of others' changes it may see.
  ///   - retries: How many times the body may run again.
  ///   - body: Gets the transaction, which ends with it.
  /// - Returns: What the body returned, once its changes are durable.
  func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T

  /// The same database as a caller sees it, under row-level security.
  ///
  /// An engine without roles throws ``DatabaseError/Code/notSupported`` when the result is used.
  ///
  /// - Parameters:
  ///   - role: The role to take on.
  ///   - claims: The token's claims as JSON text.
  /// - Returns: An engine that shares this one's connections.
  func acting(as role: String, claims: String) -> any DatabaseEngine

  /// Ends the engine: what has begun finishes, what comes later throws ``DatabaseError/Code/closed``.
  func close() async
}
