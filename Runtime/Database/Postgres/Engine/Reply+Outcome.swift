extension Reply {
  /// What came of the author's statement of an exchange.
  ///
  /// - Parameters:
  ///   - main: The statement that the exchange is about.
  ///   - isQuery: Whether it must not write.
  ///   - commits: Whether the exchange ends with a commit, which may have happened though no answer came.
  /// - Throws: ``DatabaseError``, or `CancellationError`.
  func result(
    of main: Statement, isQuery: Bool = false, commits: Bool = false
  ) throws -> (ServerResult, ServerStatement) {
    let failure = results.indices.first { results[$0].kind == .error }
    let mainIndex = slots.lastIndex { if case .command(let it) = $0 { it.statement === main } else { false } }
    try checkInterruption(failure: failure, commits: commits)
    if let loss {
      // Failed before the commit: then nothing was stored.
      let failedBefore = failure.map { $0 <= (mainIndex ?? .max) } ?? false
      throw commits && wasSent && !failedBefore ? .unknownOutcome : loss.about(main)
    }
    if let failure { throw DatabaseError.postgres(results[failure], in: main, isQuery: isQuery) }
    guard let mainIndex, mainIndex < results.count, case .command(let statement) = slots[mainIndex] else {
      throw DatabaseError.lostConnection
    }
    let result = results[mainIndex]
    guard result.kind == .rows || result.kind == .done else { throw DatabaseError.postgres(result, in: main) }
    return (result, statement)
  }

  /// What came of several statements of an exchange, which were sent in this order.
  ///
  /// - Parameter mains: The statements; one may be there more than once.
  /// - Throws: ``DatabaseError`` of the first that failed, or `CancellationError`.
  func results(of mains: [Statement]) throws -> [(ServerResult, ServerStatement)] {
    let failed = zip(slots, results).first { $1.kind != .done && $1.kind != .rows }?.0.statement
    // Whatever went wrong is told with the statement that it met, or the last one if that is none of these.
    if let main = mains.first(where: { $0 === failed }) ?? mains.last { _ = try result(of: main) }
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

  /// Whether the statement was prepared before something changed that it needs: it may be tried again.
  var isStale: Bool { loss == nil && results.contains { $0.kind == .error && SQLState.isStale($0.sqlState) } }

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

extension ServerResult {
  /// The rows, as many as are wanted.
  func rows(_ statement: ServerStatement, limit: Int?) -> [Row] {
    guard kind == .rows else { return [] }
    let layout = statement.layout(of: self)
    let types = (0..<columnCount).map { columnType($0) }
    return (0..<min(rowCount, limit ?? .max)).map { row in
      let values = types.enumerated().map { column, type in
        unsafe withValue(row: row, column: column) { unsafe DatabaseValue(postgres: type, $0) } ?? .null
      }
      return Row(layout: layout, values: values)
    }
  }

  /// How many rows the statement inserted, updated or deleted.
  var changes: Int {
    let words = tag.split(separator: " ")
    guard let first = words.first, ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(first) else { return 0 }
    return words.last.flatMap { Int($0) } ?? 0
  }
}

extension DatabaseError {
  fileprivate func about(_ statement: Statement) -> DatabaseError {
    DatabaseError(code, message, statement: statement.text)
  }
}
