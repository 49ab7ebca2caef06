extension Database {
  /// Runs a body in one transaction, which all calls on ``SharedTransaction/database`` are parts of.
  ///
  /// - Parameters:
  ///   - isDeferred: Whether the transaction begins with its first statement and not before the body; for engines
  ///     without roles. Another task then begins and commits it. A call on the database itself from the body is not
  ///     refused as nested: on SQLite it waits until the transaction times out.
  ///   - onRestart: Runs each time the transaction has begun again, which releases its locks: after a part that failed
  ///     before the first change, before a part with another isolation, and in ``SharedTransaction/undo()``. A
  ///     cancellation of the part does not reach it. If it throws, that part and all later ones throw its error, and so
  ///     does this method, whatever the body does.
  ///   - body: Receives the transaction, which ends with the body.
  /// - Returns: The body's result, once the changes are durable.
  /// - Throws: What ``transaction(isolation:retries:_:)`` throws.
  package func sharing<T: Sendable>(
    isDeferred: Bool = false, onRestart: SharedTransaction.RestartAction? = nil,
    _ body: sending (SharedTransaction) async throws -> T
  ) async throws -> T {
    guard isDeferred else {
      return try await transaction { transaction in
        try await SharedTransaction(transaction, of: engine, onRestart: onRestart).run(body)
      }
    }
    let deferred = DeferredTransaction()
    let actions = CommitActions()
    var transaction = Transaction(deferred)
    transaction.actions = actions
    let shared = SharedTransaction(transaction, of: engine, onRestart: onRestart)
    async let outcome: Void = deferred.run(on: engine)
    let value: T
    do {
      value = try await shared.run(body)
    } catch {
      deferred.finish(.rollBack)
      try? await outcome
      throw error
    }
    deferred.finish(.commit)
    try await outcome
    actions.run()
    return value
  }
}

extension SharedTransaction {
  /// Runs the body whose calls are parts, and ends the parts with it.
  fileprivate func run<T>(_ body: (SharedTransaction) async throws -> T) async throws -> T {
    do {
      let value = try await body(self)
      await end()
      try checkRestarts()
      return value
    } catch {
      await end()
      // The body may have thrown another error in its place.
      try checkRestarts()
      throw error
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
