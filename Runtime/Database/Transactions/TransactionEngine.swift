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
