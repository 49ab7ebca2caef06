import Edge

/// Repeats a change of at most `size` rows until it changes fewer.
///
/// - Parameter change: changes at most the given number of rows, and returns how many.
/// - Throws: the change's error; `CancellationError` between two batches. Completed batches stay.
func inBatches(of size: Int, _ change: (Int) async throws -> Int) async throws {
  repeat { try Task.checkCancellation() } while try await change(size) == size
}

extension Database {
  /// Changes rows in batches, each in a transaction of its own, so that a long backlog does not block other writers. An
  /// interrupted run leaves the rest to the next one.
  ///
  /// - Parameter statement: the statement of a batch, for its size and the end of its `SELECT`, which locks the rows.
  /// - Returns: how many rows were changed.
  @discardableResult
  func executeInBatches(_ statement: (_ size: Int, _ hold: SQL) -> SQL) async throws -> Int {
    var changed = 0
    try await inBatches(of: 500) { size in
      let count = try await execute(statement(size, dialect.skippingLocked))
      changed += count
      return count
    }
    return changed
  }
}

extension SQLDialect {
  /// The end of the `SELECT` that finds a batch. It skips rows that another host has locked; SQLite has one writer.
  var skippingLocked: SQL {
    switch self {
    case .sqlite: ""
    case .postgres: "FOR UPDATE SKIP LOCKED"
    }
  }
}
