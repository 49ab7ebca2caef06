extension Database {
  /// Runs a body in one transaction, which all calls on ``SharedTransaction/database`` are parts of.
  ///
  /// - Parameters:
  ///   - onRestart: Runs each time the transaction has begun again, which releases its locks: after a part that failed
  ///     before the first change, before a part with another isolation, and in ``SharedTransaction/undo()``. A
  ///     cancellation of the part does not reach it. If it throws, that part and all later ones throw its error, and so
  ///     does this method, whatever the body does.
  ///   - body: Receives the transaction, which ends with the body.
  /// - Returns: The body's result, once the changes are durable.
  /// - Throws: What ``transaction(isolation:retries:_:)`` throws.
  package func sharing<T: Sendable>(
    onRestart: SharedTransaction.RestartAction? = nil,
    _ body: sending (SharedTransaction) async throws -> T
  ) async throws -> T {
    try await transaction { transaction in
      let shared = SharedTransaction(transaction, of: engine, onRestart: onRestart)
      do {
        let value = try await body(shared)
        await shared.end()
        try shared.checkRestarts()
        return value
      } catch {
        await shared.end()
        // The body may have thrown another error in its place.
        try shared.checkRestarts()
        throw error
      }
    }
  }
}

extension Database {
  /// Whether calls may be parts of a transaction, so that a call within a transaction's body waits for that body.
  package var isShared: Bool { engine is JoiningEngine }
}

extension SharedTransaction {
  /// The database whose calls are parts of the transaction until ``end()``, and run on their own afterwards.
  package var database: Database { Database(JoiningEngine(shared: self, base: base, engine: transaction.engine)) }
}
