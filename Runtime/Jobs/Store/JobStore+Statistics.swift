import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The statistics of each function: the jobs in the queue now, and the tries that ended since an instant.
  func statistics(since: Date) async throws -> [String: JobStatistics] {
    var statistics: [String: JobStatistics] = [:]
    for group in try await queueGroups() {
      statistics[group.name, default: JobStatistics(name: group.name)].add(
        state: group.state, group.count, oldest: group.oldest)
    }
    for row in try await database.query(
      """
      SELECT name, outcome, count(*) AS runs, CAST(sum(duration_ms) AS BIGINT) AS duration, max(duration_ms) AS longest
      FROM \(sql.runs) WHERE finished_at >= \(since) AND job_id IS NOT NULL GROUP BY name, outcome
      """)
    {
      let name: String = try row.get("name")
      guard let outcome = RunOutcome(rawValue: try row.get("outcome")) else { continue }
      statistics[name, default: JobStatistics(name: name)].add(
        outcome, try row.get("runs"), sum: try row.get("duration"), longest: try row.get("longest"))
    }
    return statistics
  }
}
