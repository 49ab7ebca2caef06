import Edge

/// Repeats a change, given how many rows it may change at a time, until it finds fewer.
///
/// - Parameter change: changes some rows and says how many.
/// - Throws: what the change throws; `CancellationError` between two batches. What was done stays done.
func inBatches(of size: Int, _ change: (Int) async throws -> Int) async throws {
  repeat { try Task.checkCancellation() } while try await change(size) == size
}

extension SQLDialect {
  /// Ends the `SELECT` that finds a batch: rows that another host is changing are passed over. SQLite has one writer.
  var passingOverHeld: SQL {
    switch self {
    case .sqlite: ""
    case .postgres: "FOR UPDATE SKIP LOCKED"
    }
  }
}
