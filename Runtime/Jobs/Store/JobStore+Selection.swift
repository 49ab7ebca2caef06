import Database
import Edge
import Foundation

extension JobStore {
  /// Counts the jobs that a change selects, by function and state.
  func matching(_ change: JobCommand.Change) async throws -> [JobCommand.Matching.Group] {
    try await database.query(
      """
      SELECT j.name, j.state, count(*) AS jobs FROM \(try selection(change))
      GROUP BY j.name, j.state ORDER BY j.name, j.state
      """
    ).map { .init(name: try $0.get("name"), state: try $0.get("state"), count: try $0.get("jobs")) }
  }

  /// The ids of the first jobs that a change selects.
  func ids(of change: JobCommand.Change, limit: Int, in transaction: Transaction) async throws -> [Int64] {
    // Locked, because another command may change the jobs before this one does.
    let lock: SQL = sql.isServer ? " FOR UPDATE OF j SKIP LOCKED" : ""
    return try await transaction.query(
      "SELECT j.id FROM \(try selection(change)) ORDER BY j.id LIMIT \(limit)\(lock)"
    ).map {
      try $0.get("id")
    }
  }

  /// The `FROM` and `WHERE` clauses that select a change's jobs as `j`.
  private func selection(_ change: JobCommand.Change) throws -> SQL {
    let states = try sql.names(change.state.map { [$0] } ?? change.action.usualStates)
    let name: SQL = change.name.map { " AND j.name = \($0)" } ?? ""
    let after: SQL = change.after.map { " AND j.id > \($0)" } ?? ""
    let since: SQL = change.since.map { " AND coalesce(r.finished_at, j.enqueued_at) >= \($0)" } ?? ""
    let error: SQL =
      change.error.map { " AND lower(r.error) LIKE lower(\(Self.pattern(containing: $0))) ESCAPE '#'" } ?? ""
    let needsRuns = change.since != nil || change.error != nil
    let runs: SQL =
      needsRuns
      ? " LEFT JOIN \(sql.runs) r ON r.id = (SELECT max(id) FROM \(sql.runs) WHERE job_id = j.id)" : ""
    return "\(sql.jobs) j\(runs) WHERE j.state IN (\(states))\(name)\(after)\(since)\(error)"
  }

  private static func pattern(containing text: String) -> String {
    let escaped = text.reduce(into: "") { pattern, character in
      if "#%_".contains(character) { pattern.append("#") }
      pattern.append(character)
    }
    return "%\(escaped)%"
  }
}
