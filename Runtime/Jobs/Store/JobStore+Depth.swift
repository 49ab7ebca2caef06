import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The largest number of jobs that are counted in a state, because a count of millions would slow down claims.
  private static let countLimit = 100_000

  /// Counts the jobs in the queue, in each state up to 100,000.
  ///
  /// - Parameter unknown: the names of functions whose jobs do not count as the oldest.
  func depth(excluding unknown: Set<String> = []) async throws -> QueueDepth {
    let isKnown: SQL = "true\(try excluding(unknown))"
    func count(_ state: SQL) -> SQL {
      """
      SELECT \(state) AS state, count(*) AS jobs, min(due) AS oldest FROM (
        SELECT CASE WHEN \(isKnown) THEN run_at END AS due
        FROM \(sql.jobs) WHERE state = \(state) LIMIT \(Self.countLimit)) AS found
      """
    }
    let rows = try await database.query(
      "\(count("'available'")) UNION ALL \(count("'scheduled'")) UNION ALL \(count("'dead'"))")
    var depth = QueueDepth()
    for row in rows {
      guard let state = JobState(rawValue: try row.get("state")) else { continue }
      depth.counts[state] = try row.get("jobs")
      if state == .available { depth.oldest = try row.get("oldest") }
    }
    return depth
  }
}
