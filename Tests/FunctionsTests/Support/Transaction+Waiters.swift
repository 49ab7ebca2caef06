import Edge

extension Transaction {
  /// Returns once another transaction waits for a lock of this one, on Postgres.
  func waitForAnother() async throws {
    let waiting: SQL = """
      SELECT 1 AS it FROM pg_locks w WHERE NOT w.granted AND pg_backend_pid() = ANY (pg_blocking_pids(w.pid))
      """
    while try await query(waiting).isEmpty { await Task.yield() }
  }
}
