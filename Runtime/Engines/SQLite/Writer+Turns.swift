import Database

extension Writer {
  /// Runs a body in a turn of its own; returns once the commit of its group is on the disk.
  ///
  /// - Parameter user: The user to which the body belongs; `nil` for the program itself.
  func transaction<T: Sendable>(
    of user: String? = nil, _ body: sending (Transaction) async throws -> T
  ) async throws -> T {
    // Otherwise a task that prefers another thread would move there and back after each wait.
    try await withTaskExecutorPreference(thread) {
      let turn = try await begin(of: user)
      let value: T
      do {
        value = try await body(Transaction(SQLiteTransaction(turn: turn, writer: self)))
      } catch {
        if group.open == turn {
          rollBack()
          advance(isIdle: false)
        }
        endings[turn] = nil
        throw error
      }
      try await end(turn)
      return value
    }
  }

  /// Runs one statement in a turn of its own.
  func execute(_ sql: SQL, of user: String? = nil) async throws -> Int {
    try await transaction(of: user) { try await $0.execute(sql) }
  }

  func query(_ sql: SQL, limit: Int?, in turn: Turn) throws(DatabaseError) -> [Row] {
    try use(turn) { connection throws(DatabaseError) in try connection.query(sql, limit: limit) }
  }

  func batch(_ statements: [SQL], in turn: Turn) throws(DatabaseError) -> [[Row]] {
    var results: [[Row]] = []
    var size = ResultSize()
    for sql in statements {
      let rows = try use(turn) { connection throws(DatabaseError) in
        try connection.query(sql, limit: nil, size: &size)
      }
      results.append(rows)
    }
    return results
  }

  func execute(_ sql: SQL, in turn: Turn) throws(DatabaseError) -> Int {
    try use(turn) { connection throws(DatabaseError) in try connection.execute(sql) }
  }

  func run(script: String, hasTimeout: Bool, in turn: Turn) throws(DatabaseError) {
    // A migration may take any time.
    if !hasTimeout, group.open == turn { group.allowAnyTime() }
    try use(turn) { connection throws(DatabaseError) in
      try connection.run(script: script, hasTimeout: hasTimeout)
    }
  }

  func savepoint(_ step: SavepointStep, in turn: Turn) throws(DatabaseError) {
    try use(turn) { connection throws(DatabaseError) in
      switch step {
      case .set: try connection.control("SAVEPOINT part")
      case .release: try connection.control("RELEASE part")
      case .rollBack:
        try connection.control("ROLLBACK TO part")
        try connection.control("RELEASE part")
      }
    }
  }

  /// Undoes a turn's changes. The turn goes on.
  func restart(_ turn: Turn) throws(DatabaseError) {
    try use(turn) { connection throws(DatabaseError) in try connection.control("ROLLBACK TO turn") }
  }

  private func begin(of user: String?) async throws -> Turn {
    try Task.checkCancellation()
    let task = TaskIdentity.current
    guard openTask == nil || openTask != task else { throw DatabaseError.nested }
    let turn = group.makeTurn()
    switch group.enter(turn, at: .now) {
    case .refused:
      throw DatabaseError.closed
    case .started(let opensGroup):
      try begin(turn, opensGroup: opensGroup)
      openTask = task
    case .mustWait:
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          group.wait(Waiter(continuation: continuation, task: task), as: turn, of: user)
          // The task may have been cancelled before there was anything to take out of the queue.
          if Task.isCancelled { stopWaiting(turn) }
        }
      } onCancel: {
        thread.call { [self] in assumeIsolated { $0.stopWaiting(turn) } }
      }
    }
    return turn
  }

  private func stopWaiting(_ turn: Turn) {
    group.stopWaiting(turn)?.continuation.resume(throwing: CancellationError())
  }

  /// Ends a turn whose body has returned, and waits for its group's commit. Cancellation does not end the wait, since
  /// the changes may be stored already and the caller has to learn the outcome.
  private func end(_ turn: Turn) async throws {
    guard group.open == turn else { throw endings.removeValue(forKey: turn) ?? .ended }
    openTask = nil
    do throws(DatabaseError) {
      guard let connection else { throw DatabaseError.closed }
      // These would make the commit of the whole group fail.
      guard !connection.hasUnresolvedForeignKeys else { throw DatabaseError.unresolvedForeignKeys }
      try connection.control("RELEASE turn")
      try connection.checkForeignKeysAtOnce()
    } catch {
      rollBack()
      advance(isIdle: false)
      throw error
    }
    try await withCheckedThrowingContinuation { continuation in
      group.release(Waiter(continuation: continuation, task: nil))
      advance(isIdle: false)
    }
  }

  /// Runs a turn's statement on the connection.
  ///
  /// - Throws: The reason if the turn has ended, or the statement's error.
  private func use<T>(
    _ turn: Turn, _ body: (SQLiteConnection) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T {
    if group.open == turn, group.isOver(at: .now) {
      timeOut()
      advance(isIdle: false)
    }
    guard group.open == turn, let connection else { throw endings[turn] ?? .ended }
    defer { group.use(at: .now) }
    do throws(DatabaseError) {
      return try body(connection)
    } catch {
      note(error)
      if !connection.isInTransaction {
        // SQLite has rolled back the group's transaction, as it does when the disk is full.
        endings[turn] = error
        loseGroup(because: error)
        advance(isIdle: false)
      }
      throw error
    }
  }
}

extension DatabaseError {
  fileprivate static let unresolvedForeignKeys = DatabaseError(
    .foreignKeyViolation, "FOREIGN KEY constraint failed at the transaction's end.")
}
