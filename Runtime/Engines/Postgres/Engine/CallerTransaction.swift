import Database

/// A host's transaction, for statements that run with a caller's rights.
struct CallerTransaction: TransactionEngine {
  let transaction: PostgresTransaction
  let caller: Caller

  var asHost: any TransactionEngine { transaction }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try caller.check()
    return try await transaction.query(sql, limit: limit, for: caller)
  }

  func execute(_ sql: SQL) async throws -> Int {
    try caller.check()
    return try await transaction.execute(sql, for: caller)
  }

  func batch(_ statements: [SQL]) async throws -> [[Row]] {
    try caller.check()
    return try await transaction.batch(statements, for: caller)
  }

  func run(script: String, hasTimeout: Bool) async throws {
    try caller.check()
    try await transaction.run(script: script, hasTimeout: hasTimeout, for: caller)
  }

  func savepoint(_ step: SavepointStep) async throws { try await transaction.savepoint(step) }
}

extension PostgresTransaction {
  func acting(as role: String, claims: String) -> (any TransactionEngine)? {
    CallerTransaction(transaction: self, caller: Caller(role: role, claims: claims))
  }
}
