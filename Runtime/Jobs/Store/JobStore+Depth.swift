import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The largest number of jobs that are counted in a state, because a count of millions would slow down claims.
  private static let countLimit = 100_000

  /// Counts the jobs in the queue, in each state up to 100,000.
  func depth() async throws -> QueueDepth {
    func count(_ state: SQL) -> SQL {
      """
      SELECT \(state) AS state, count(*) AS jobs, min(run_at) AS oldest FROM (
        SELECT run_at FROM \(sql.jobs) WHERE state = \(state) LIMIT \(Self.countLimit)) AS found
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
