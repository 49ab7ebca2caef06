extension Database {
  /// Runs a body in one transaction, which all calls on ``SharedTransaction/database`` are parts of.
  ///
  /// - Parameter body: Receives the transaction, which ends with the body.
  /// - Returns: The body's result, once the changes are durable.
  /// - Throws: What ``transaction(isolation:retries:_:)`` throws.
  package func sharing<T: Sendable>(_ body: sending (SharedTransaction) async throws -> T) async throws -> T {
    try await transaction { transaction in
      let shared = SharedTransaction(transaction, of: engine)
      do {
        let value = try await body(shared)
        await shared.end()
        return value
      } catch {
        await shared.end()
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
