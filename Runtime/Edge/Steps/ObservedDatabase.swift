import Database

/// A database whose statements are recorded as steps of a run.
struct ObservedDatabase: DatabaseEngine {
  let base: any DatabaseEngine
  let run: Invocation

  var dialect: SQLDialect { base.dialect }
  var notifications: (any DatabaseNotifications)? { base.notifications }

  func query(_ sql: SQL, limit: Int?) async throws -> [Row] {
    try await run.step(.statement, sql.text) { try await base.query(sql, limit: limit) }
  }

  func execute(_ sql: SQL) async throws -> Int {
    try await run.step(.statement, sql.text) { try await base.execute(sql) }
  }

  func batch(_ statements: [SQL]) async throws -> [[Row]] {
    guard !statements.isEmpty else { return try await base.batch(statements) }
    return try await run.step(.statement, ObservedTransaction.text(of: statements)) {
      try await base.batch(statements)
    }
  }

  func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    let steps = TransactionSteps(of: run)
    do {
      let value = try await base.transaction(isolation: isolation, retries: retries) { transaction in
        try await steps.run(body, in: transaction)
      }
      steps.end(nil)
      return value
    } catch {
      steps.end(error)
      throw error
    }
  }

  func acting(as role: String, claims: String) -> any DatabaseEngine {
    ObservedDatabase(base: base.acting(as: role, claims: claims), run: run)
  }

  func used(by user: String) -> any DatabaseEngine { ObservedDatabase(base: base.used(by: user), run: run) }

  func close() async { await base.close() }
}
