import Database

extension RoleEngine {
  func transaction<T: Sendable>(
    isolation: TransactionIsolation, retries: Int, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    try await Retries.run(retries) { try await run(isolation, body) }
  }

  private func run<T: Sendable>(
    _ isolation: TransactionIsolation, _ body: (Transaction) async throws -> T
  ) async throws -> T {
    try Task.checkCancellation()
    try core.openTransactions.refuseNesting()
    try caller?.check()
    // The body runs on the thread that reads its results, so that no statement costs a change of threads.
    return try await withTaskExecutorPreference(core.pool.loop.executor) {
      try Task.checkCancellation()
      let connection = try await core.pool.lease(to: user)
      let transaction = PostgresTransaction(
        on: connection, leasedTo: user, of: core, for: caller, beginning: isolation.beginning)
      return try await run(body, in: transaction)
    }
  }

  private func run<T: Sendable>(
    _ body: (Transaction) async throws -> T, in transaction: PostgresTransaction
  ) async throws -> T {
    try await core.openTransactions.run {
      let value: T
      do {
        value = try await body(Transaction(transaction))
      } catch {
        await transaction.rollBack()
        throw error
      }
      try await transaction.commit()
      core.countCommit()
      return value
    }
  }
}

extension TransactionIsolation {
  /// The statement that begins a transaction with this isolation.
  var beginning: Statement {
    switch self {
    case .readCommitted: .beginWriting
    case .repeatableRead: .beginRepeatable
    case .serializable: .beginSerializable
    }
  }
}
