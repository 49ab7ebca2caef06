/// An engine whose calls are parts of a ``SharedTransaction``. Once its parts have ended, calls go to the engine behind
/// it.
struct JoiningEngine: DatabaseEngine {
  let shared: SharedTransaction
  /// The engine behind it, with the same rights.
  let base: any DatabaseEngine
  /// The transaction's engine, with the host's or a caller's rights.
  let engine: any TransactionEngine

  var dialect: SQLDialect { base.dialect }
  var notifications: (any DatabaseNotifications)? { base.notifications }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    let writing = sql.writing
    guard writing != .certain else {
      throw DatabaseError.writeInQuery(sql.text)
    }
    // The shared transaction may write, so a query in it can: its changes must not be lost with a later part.
    let rows = try await shared.run(on: engine, changes: writing == .possible) {
      try await engine.query(sql, limit: limit)
    }
    if let rows { return rows }
    return try await base.query(sql, limit: limit)
  }

  func execute(_ sql: SQL) async throws -> Int {
    if let changes = try await shared.run(on: engine, changes: true, { try await engine.execute(sql) }) {
      return changes
    }
    return try await base.execute(sql)
  }

  func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    if let value = try await Retries.run(retries, { try await part(isolation, body) }) { return value }
    return try await base.transaction(isolation: isolation, retries: retries, body)
  }

  func acting(as role: String, claims: String) -> any DatabaseEngine {
    let base = base.acting(as: role, claims: claims)
    guard let engine = shared.transaction.engine.acting(as: role, claims: claims) else { return base }
    return JoiningEngine(shared: shared, base: base, engine: engine)
  }

  /// The parts of the transaction need no connection of their own.
  func used(by user: String) -> any DatabaseEngine {
    JoiningEngine(shared: shared, base: base.used(by: user), engine: engine)
  }

  /// Closes nothing: the engine behind it belongs to its opener.
  func close() async {}

  /// Runs a nested transaction's body. Its actions for after the commit wait for the shared transaction's.
  private func part<T: Sendable>(
    _ isolation: TransactionIsolation, _ body: (Transaction) async throws -> T
  ) async throws -> T? {
    let actions = CommitActions()
    var transaction = Transaction(engine)
    transaction.actions = actions
    let value = try await shared.run(on: engine, changes: true, isolation: isolation) { try await body(transaction) }
    if value != nil { shared.transaction.actions?.add { actions.run() } }
    return value
  }
}
