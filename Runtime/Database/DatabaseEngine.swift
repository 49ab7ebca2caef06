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

extension DatabaseEngine {
  /// None.
  public var notifications: (any DatabaseNotifications)? { nil }

  /// The transaction as it is: with one writer there is nothing to isolate or to retry.
  public func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    try await transaction(body)
  }

  /// An engine of which every use throws ``DatabaseError/Code/notSupported``.
  public func acting(as role: String, claims: String) -> any DatabaseEngine {
    UnavailableEngine(
      dialect: dialect,
      reason: "This database has no roles and no row-level security: acting for a caller needs Postgres.")
  }
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

  /// Runs statements one after another, until one fails.
  ///
  /// An engine whose server is a way off sends them together; by default each is a ``query(_:limit:)``.
  ///
  /// - Parameter statements: Any number of them.
  /// - Returns: Each one's rows.
  func batch(_ statements: [SQL]) async throws -> [[Row]]

  /// Runs the statements of a script one after another.
  ///
  /// - Parameter script: Statements without bindings, separated by semicolons.
  func run(script: String) async throws

  /// Takes a step of a savepoint; those that are set within one another end in the opposite order.
  ///
  /// - Parameter step: Which.
  func savepoint(_ step: SavepointStep) async throws

  /// The same transaction with the host's rights, if this one has a caller's.
  var asHost: any TransactionEngine { get }
}

extension TransactionEngine {
  /// One after another: nothing is gained by sending them together.
  public func batch(_ statements: [SQL]) async throws -> [[Row]] {
    var rows: [[Row]] = []
    for statement in statements { rows.append(try await query(statement, limit: nil)) }
    return rows
  }

  /// Itself: it has the host's rights.
  public var asHost: any TransactionEngine { self }
}

/// What happens to a savepoint. Programs use ``Transaction/savepoint(_:)``.
public enum SavepointStep: Sendable, Hashable {
  /// It is set.
  case set
  /// It ends, and what was done since stays.
  case release
  /// It ends, and what was done since is undone.
  case rollBack
}

/// How much of others' changes a transaction may see. SQLite has one writer, and is always serializable.
public enum TransactionIsolation: Sendable, Hashable {
  /// Each statement sees what was committed before it.
  case readCommitted
  /// All statements see what was committed before the first.
  case repeatableRead
  /// As if transactions ran one after another; those that cannot fail with
  /// ``DatabaseError/Code/serializationFailure``.
  case serializable
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
