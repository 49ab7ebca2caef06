import Database

/// A caller's transaction, for statements that run with the host's rights.
struct HostTransaction: TransactionEngine {
  let transaction: PostgresTransaction

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try await transaction.query(sql, limit: limit, for: nil)
  }

  func execute(_ sql: SQL) async throws -> Int { try await transaction.execute(sql, for: nil) }
  func batch(_ statements: [SQL]) async throws -> [[Row]] { try await transaction.batch(statements, for: nil) }
  func run(script: String, hasTimeout: Bool) async throws {
    try await transaction.run(script: script, hasTimeout: hasTimeout, for: nil)
  }
  func savepoint(_ step: SavepointStep) async throws { try await transaction.savepoint(step) }
}

extension PostgresTransaction {
  /// This transaction; of a caller's, the form that has the host's rights.
  var asHost: any TransactionEngine { caller == nil ? self : HostTransaction(transaction: self) }
}
