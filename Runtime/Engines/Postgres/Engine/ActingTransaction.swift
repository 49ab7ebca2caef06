import Database

/// A transaction, for statements that run with other rights than its own.
struct ActingTransaction: TransactionEngine {
  let transaction: PostgresTransaction
  /// The caller under whose rights the statements run; nil for the host's rights.
  let caller: Caller?

  var asHost: any TransactionEngine { transaction.asHost }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try caller?.check()
    return try await transaction.query(sql, limit: limit, for: caller)
  }

  func execute(_ sql: SQL) async throws -> Int {
    try caller?.check()
    return try await transaction.execute(sql, for: caller)
  }

  func batch(_ statements: [SQL]) async throws -> [[Row]] {
    try caller?.check()
    return try await transaction.batch(statements, for: caller)
  }

  func run(script: String, hasTimeout: Bool) async throws {
    try caller?.check()
    try await transaction.run(script: script, hasTimeout: hasTimeout, for: caller)
  }

  func savepoint(_ step: SavepointStep) async throws { try await transaction.savepoint(step) }
}

extension PostgresTransaction {
  /// The same transaction with the host's rights.
  var asHost: any TransactionEngine { caller == nil ? self : ActingTransaction(transaction: self, caller: nil) }

  func acting(as role: String, claims: String) -> (any TransactionEngine)? {
    ActingTransaction(transaction: self, caller: Caller(role: role, claims: claims))
  }
}
