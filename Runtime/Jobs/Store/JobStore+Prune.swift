import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The largest number of rows that one batch deletes.
  private static let pruningBatch = 1000

  /// Deletes old history, expired keys of jobs and expired idempotency keys, in batches between which other
  /// transactions can run.
  ///
  /// - Returns: how many runs were deleted.
  func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int {
    let now = clock.now
    _ = try await inBatches { limit in
      """
      DELETE FROM \(sql.keys) WHERE expires_at <= \(now) AND (name, unique_key) IN (
        SELECT name, unique_key FROM \(sql.keys) WHERE expires_at <= \(now) ORDER BY expires_at LIMIT \(limit))
      """
    }
    // The rows are in the order of their numbers, and all expire after the same time.
    _ = try await inBatches { limit in
      """
      DELETE FROM \(sql.idempotencyKeys) WHERE expires_at <= \(now) AND number IN (
        SELECT number FROM \(sql.idempotencyKeys) ORDER BY number LIMIT \(limit))
      """
    }
    let oldest = now.addingTimeInterval(-(age / .seconds(1)))
    // Without this bound the last batch, which finds no thousand rows, would read the whole history; on SQLite no other
    // transaction could write meanwhile. An old run after it is deleted on a later day.
    let bound = try await firstRun(since: oldest, from: earliestRun(), to: lastRun() + 1)
    var deleted = try await inBatches { limit in
      """
      DELETE FROM \(sql.runs) WHERE id IN (
        SELECT id FROM \(sql.runs) WHERE id < \(bound) AND finished_at < \(oldest) ORDER BY id LIMIT \(limit))
      """
    }
    for row in try await database.query("SELECT DISTINCT name FROM \(sql.runs)") {
      let name: String = try row.get("name")
      deleted += try await inBatches { limit in
        """
        DELETE FROM \(sql.runs) WHERE id IN (
          SELECT id FROM \(sql.runs) WHERE name = \(name) AND id <= (
            SELECT id FROM \(sql.runs) WHERE name = \(name) ORDER BY id DESC LIMIT 1 OFFSET \(count))
          ORDER BY id LIMIT \(limit))
        """
      }
    }
    return deleted
  }

  private func inBatches(_ delete: (_ limit: Int) -> SQL) async throws -> Int {
    var deleted = 0
    while true {
      try Task.checkCancellation()
      let batch = try await database.execute(delete(Self.pruningBatch))
      deleted += batch
      guard batch == Self.pruningBatch else { return deleted }
    }
  }
}
