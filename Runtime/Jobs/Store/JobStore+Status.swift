import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The state of a job, from its row in the queue or its last row in the history.
  func status(of id: Int64) async throws -> JobStanding? {
    if let row = try await database.first(
      """
      SELECT name, state, attempt, scheduled_at, (\(lastError(of: "\(id)"))) AS error FROM \(sql.jobs) WHERE id = \(id)
      """)
    {
      return try Self.standing(id, row)
    }
    let row = try await database.first(
      """
      SELECT name, outcome AS state, attempt, scheduled_at, error FROM \(sql.runs) WHERE job_id = \(id)
      ORDER BY id DESC LIMIT 1
      """)
    return try row.flatMap { try Self.standing(id, $0) }
  }

  /// The error of a job's last try, as a subquery.
  func lastError(of id: SQL) -> SQL {
    "SELECT last_run.error FROM \(sql.runs) last_run WHERE last_run.job_id = \(id) ORDER BY last_run.id DESC LIMIT 1"
  }

  private static func standing(_ id: Int64, _ row: Row) throws -> JobStanding? {
    guard let state = JobState(rawValue: try row.get("state")) else { return nil }
    return JobStanding(
      id: id, function: try row.get("name"), state: state, attempt: try row.get("attempt"),
      scheduledAt: try row.get("scheduled_at"), error: try row.get("error"))
  }
}
