import Edge

/// Repeats a change of at most `size` rows until it changes fewer.
///
/// - Parameter change: changes at most the given number of rows, and returns how many.
/// - Throws: the change's error; `CancellationError` between two batches. Completed batches stay.
func inBatches(of size: Int, _ change: (Int) async throws -> Int) async throws {
  repeat { try Task.checkCancellation() } while try await change(size) == size
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
