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
    try await pruneIdempotencyKeys(expiredBy: now)
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

  /// Deletes the expired idempotency keys.
  ///
  /// No index has the expiry, because each stored key would write one more entry. So the whole table is read once, in
  /// the order of its numbers, past keys that have not expired. A key that a host with a wrong clock has stored may
  /// expire in years, and must not end the search.
  private func pruneIdempotencyKeys(expiredBy now: Date) async throws {
    var last: Int64 = 0
    while true {
      try Task.checkCancellation()
      let rows = try await database.query(
        """
        SELECT number, CASE WHEN expires_at <= \(now) THEN 1 ELSE 0 END AS has_expired FROM \(sql.idempotencyKeys)
        WHERE number > \(last) ORDER BY number LIMIT \(Self.pruningBatch)
        """)
      guard let end: Int64 = try rows.last?.get("number") else { return }
      if try rows.contains(where: { try $0.get("has_expired") }) {
        try await database.execute(
          "DELETE FROM \(sql.idempotencyKeys) WHERE number > \(last) AND number <= \(end) AND expires_at <= \(now)")
      }
      guard rows.count == Self.pruningBatch else { return }
      last = end
    }
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
