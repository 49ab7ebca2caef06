import Database
import Edge
import FoundationEssentials

extension JobStore {
  /// The newest runs, with running ones first.
  func history(_ filter: HistoryFilter) async throws -> [RunRecord] {
    let limit = min(max(filter.limit ?? 50, 1), 1000)
    var records: [RunRecord] = []
    if filter.outcome == nil || filter.outcome == "running", filter.until == nil {
      records = try await database.query(
        """
        SELECT NULL AS id, id AS job_id, name, trigger, attempt, scheduled_at, is_late, started_at, NULL AS finished_at,
          NULL AS duration_ms, 'running' AS outcome, NULL AS error, NULL AS next_run_at, 0 AS is_dead, holder AS host,
          taken_over_from, origin
        FROM \(sql.jobs) WHERE state = 'running'\(of(filter.name))\(ofJob(filter.jobID, "id"))
        ORDER BY started_at DESC, id DESC LIMIT \(limit)
        """
      ).map(Self.record)
    }
    guard filter.outcome != "running", records.count < limit else { return records }
    return records
      + (try await database.query(
        """
        SELECT \(runColumns) FROM \(sql.runs) r WHERE true\(of(filter.name))\(ofJob(filter.jobID, "job_id"))\(ended(filter))
        ORDER BY id DESC LIMIT \(limit - records.count)
        """
      ).map(Self.record))
  }

  /// The columns of a row `r` of the history.
  var runColumns: SQL {
    """
    r.id, r.job_id, r.name, r.trigger, r.attempt, r.scheduled_at, r.is_late, r.started_at, r.finished_at, r.duration_ms,
    r.outcome, r.error, r.next_run_at, r.is_dead, r.host, r.taken_over_from, r.origin
    """
  }

  private func of(_ name: String?) -> SQL { name.map { " AND name = \($0)" } ?? "" }
  private func ofJob(_ id: Int64?, _ column: StaticString) -> SQL { id.map { " AND \(raw: column) = \($0)" } ?? "" }

  private func ended(_ filter: HistoryFilter) -> SQL {
    let outcome: SQL =
      switch filter.outcome {
      case nil: ""
      case "dead": " AND is_dead = 1"
      case let outcome?: " AND outcome = \(outcome)"
      }
    let since: SQL = filter.since.map { " AND finished_at >= \($0)" } ?? ""
    let until: SQL = filter.until.map { " AND finished_at < \($0)" } ?? ""
    return "\(outcome)\(since)\(until)"
  }

  /// Reads a row of ``runColumns``.
  static func record(_ row: Row) throws -> RunRecord {
    RunRecord(
      id: try row.get("id"), jobID: try row.get("job_id"), name: try row.get("name"), trigger: try row.get("trigger"),
      attempt: try row.get("attempt"), scheduledAt: try row.get("scheduled_at"), isLate: try row.get("is_late"),
      startedAt: try row.get("started_at"), finishedAt: try row.get("finished_at"),
      milliseconds: try row.get("duration_ms"), outcome: try row.get("outcome"), error: try row.get("error"),
      nextRunAt: try row.get("next_run_at"), isDead: try row.get("is_dead"), host: try row.get("host"),
      takenOverFrom: try row.get("taken_over_from"), origin: try origin(row))
  }

  /// The run that enqueued a job, from its row; nil if a later version wrote another format.
  static func origin(_ row: Row) throws -> JobOrigin? {
    try row.get("origin", as: String?.self).flatMap(origin)
  }

  /// The run that enqueued a job, from its JSON; nil if a later version wrote another format.
  static func origin(_ text: String) -> JobOrigin? { try? Wire.decode(JobOrigin.self, from: Array(text.utf8)) }
}
