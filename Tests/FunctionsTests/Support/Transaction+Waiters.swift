import Edge

extension Transaction {
  /// Returns once another transaction on this database waits for a lock, on Postgres.
  func waitForAnother() async throws {
    let waiting: SQL = """
      SELECT 1 AS it FROM pg_locks waiting
      WHERE NOT waiting.granted AND waiting.pid IN (
        SELECT held.pid FROM pg_locks held JOIN pg_database d ON d.oid = held.database
        WHERE d.datname = current_database())
      """
    while try await query(waiting).isEmpty { await Task.yield() }
  }
}
