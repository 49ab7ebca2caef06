/// The seam between the program and a kind of database. Programs use ``Database``, which wraps one.
///
/// The contract: what `execute` and `transaction` report as done is durable and seen by every later `query`.
public protocol DatabaseEngine: Sendable {
  /// The SQL it speaks.
  var dialect: SQLDialect { get }

  /// What it has counted so far.
  var statistics: DatabaseStatistics { get }

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

  /// Ends the engine: what has begun finishes, what comes later throws ``DatabaseError/Code/closed``.
  func close() async
}

/// The statements of one transaction, as an engine runs them. Programs use ``Transaction``, which wraps one.
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

  /// Runs the statements of a script one after another.
  ///
  /// - Parameter script: Statements without bindings, separated by semicolons.
  func run(script: String) async throws
}

/// The SQL an engine speaks.
public enum SQLDialect: Sendable, Hashable {
  /// SQLite's, with `?` placeholders.
  case sqlite
  /// Postgres', with `$1` placeholders.
  case postgres
}

/// What an engine has counted since it was opened.
public struct DatabaseStatistics: Sendable, Hashable {
  /// Transactions that were committed, single statements among them.
  public var transactions = 0
  /// Commits they shared: fewer than ``transactions`` when they came in groups.
  public var commits = 0
  /// Transactions that were rolled back because their body waited too long for something else.
  public var timeouts = 0

  /// Nothing counted yet.
  public init() {}
}
