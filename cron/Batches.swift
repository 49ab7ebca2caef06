/// Repeats a change, given how many rows it may change at a time, until it finds fewer.
///
/// - Parameter change: changes some rows and says how many.
/// - Throws: what the change throws; `CancellationError` between two batches. What was done stays done.
func inBatches(of size: Int, _ change: (Int) async throws -> Int) async throws {
  repeat { try Task.checkCancellation() } while try await change(size) == size
}
