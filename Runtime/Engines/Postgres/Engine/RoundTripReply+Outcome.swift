import Database

extension RoundTripReply {
  /// The result of the author's statement of a round trip.
  ///
  /// - Parameters:
  ///   - main: The author's statement.
  ///   - isQuery: Whether the statement must not write.
  ///   - commits: Whether the round trip ends with a commit, which may have happened although no reply came.
  /// - Throws: ``DatabaseError``, or `CancellationError`.
  func result(
    of main: Statement, isQuery: Bool = false, commits: Bool = false
  ) throws -> (ServerResult, ServerStatement) {
    let failure = results.indices.first { results[$0].kind == .error }
    let mainIndex = slots.lastIndex { if case .command(let it) = $0 { it.statement === main } else { false } }
    try checkInterruption(failure: failure, commits: commits)
    if let loss {
      // A statement that failed before the commit has undone the transaction.
      let failedBefore = failure.map { $0 <= (mainIndex ?? .max) } ?? false
      throw commits && wasSent && !failedBefore ? .unknownOutcome : loss.about(main.text)
    }
    if let failure { throw error(at: failure, in: main, isQuery: isQuery) }
    guard let mainIndex, mainIndex < results.count, case .command(let statement) = slots[mainIndex] else {
      throw DatabaseError.lostConnection
    }
    let result = results[mainIndex]
    guard result.kind == .rows || result.kind == .done else { throw DatabaseError.postgres(result, in: main) }
    return (result, statement)
  }

  /// The results of several statements of a round trip, in the order in which they were sent.
  ///
  /// - Parameters:
  ///   - mains: The statements; the same one may occur more than once.
  ///   - commits: Whether the round trip ends with a commit, which may have happened although no reply came.
  /// - Throws: ``DatabaseError`` of the first that failed, or `CancellationError`.
  func results(of mains: [Statement], commits: Bool = false) throws -> [(ServerResult, ServerStatement)] {
    let failed = zip(slots, results).first { $1.kind != .done && $1.kind != .rows }?.0.statement
    // An error names the statement that failed, or the last one if the failed statement is the engine's own.
    if let main = mains.first(where: { $0 === failed }) ?? mains.last { _ = try result(of: main, commits: commits) }
    var answers = zip(slots, results).makeIterator()
    return try mains.map { main in
      while let (slot, result) = answers.next() {
        if case .command(let it) = slot, it.statement === main { return (result, it) }
      }
      throw DatabaseError.lostConnection
    }
  }

  /// Whether a statement that was sent did not run.
  func leavesOut(_ statement: Statement) -> Bool {
    zip(slots, results).contains { slot, result in
      if case .command(let it) = slot, it.statement === statement { result.kind != .done } else { false }
    }
  }

  /// Whether a prepared statement was out of date, so that it may be tried again.
  var isStale: Bool {
    guard loss == nil, let failure = results.indices.first(where: { results[$0].kind == .error }) else { return false }
    return SQLState.isStale(results[failure].sqlState) && !isOfBegin(failure)
  }

  /// Whether a result is that of the begin of a transaction that may write.
  private func isOfBegin(_ index: Int) -> Bool {
    index < slots.count && Statement.begins.contains { $0 === slots[index].statement }
  }

  private func error(at index: Int, in main: Statement, isQuery: Bool) -> DatabaseError {
    if isOfBegin(index), results[index].sqlState == SQLState.featureNotSupported {
      return DatabaseError(.readOnly, "The server only reads: it is a standby.")
    }
    let isOther = index >= slots.count || slots[index].statement !== main
    return .postgres(results[index], in: main, isQuery: isQuery, isOther: isOther)
  }

  private func checkInterruption(failure: Int?, commits: Bool) throws {
    guard let interruption else { return }
    let wasStopped = failure.map { results[$0].sqlState == SQLState.cancelled } ?? false
    guard loss != nil || wasStopped else { return }
    if loss != nil && commits { throw DatabaseError.unknownOutcome }
    switch interruption {
    case .cancelled: throw CancellationError()
    case .timedOut: throw DatabaseError.overdue
    }
  }
}
