import Channel
import Edge

/// A transaction of the host, with its own rights or with others.
struct RemoteTransactionEngine: TransactionEngine {
  let transaction: RemoteTransaction
  private let dialect: SQLDialect
  /// The rights of the statements; nil for the transaction's own.
  private let rights: Rights?

  init(_ transaction: RemoteTransaction, dialect: SQLDialect, rights: Rights? = nil) {
    self.transaction = transaction
    self.dialect = dialect
    self.rights = rights
  }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try await transaction.ask(statement(.query(limit: limit), [sql]), for: RowSet.self).rows
  }

  func execute(_ sql: SQL) async throws -> Int { try await transaction.ask(statement(.execute, [sql])) }

  func batch(_ statements: [SQL]) async throws -> [[Row]] {
    guard !statements.isEmpty else {
      try transaction.checkOpen()
      return []
    }
    return try await transaction.ask(statement(.batch, statements), for: [RowSet].self).map(\.rows)
  }

  /// The host limits the time of every script of a worker.
  func run(script: String, hasTimeout: Bool) async throws {
    _ = try await transaction.ask(statement(.script, [SQL(verbatim: script)]), for: Nothing.self)
  }

  /// Sends the step with the next statement.
  func savepoint(_ step: SavepointStep) async throws {
    try await transaction.send(.savepoint(in: transaction.id, step))
  }

  /// Sends the statement with the next one.
  func append(_ sql: SQL) async throws { try await transaction.send(statement(.append, [sql])) }

  func restart(isolation: TransactionIsolation) async throws {
    guard rights == nil else {
      throw DatabaseError(.notSupported, "A transaction begins again with its own rights only.")
    }
    try await transaction.send(.restart(in: transaction.id, isolation))
  }

  var asHost: any TransactionEngine {
    switch (transaction.rights, rights) {
    case (.host, nil), (_, .host): self
    // The caller's form of a host's transaction.
    case (.host, _): RemoteTransactionEngine(transaction, dialect: dialect)
    case (.caller, _): RemoteTransactionEngine(transaction, dialect: dialect, rights: .host)
    }
  }

  func acting(as role: String, claims: String) -> (any TransactionEngine)? {
    guard dialect == .postgres else { return nil }
    return RemoteTransactionEngine(transaction, dialect: dialect, rights: .caller(role: role, claims: claims))
  }

  private func statement(_ kind: StatementKind, _ statements: [SQL]) -> Operation {
    .statement(in: transaction.id, kind, statements, rights)
  }
}
