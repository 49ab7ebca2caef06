import Database
public import Edge
public import Foundation

/// One try of a job, or a tick that did not run.
public struct RunRecord: Sendable, Hashable, Codable {
  /// Its place in the history; nil while it runs.
  public let id: Int64?
  /// The job; nil for a tick that did not run.
  public let jobID: Int64?
  /// The job's or the function's name.
  public let name: String
  /// `schedule`, `enqueue` or `manual`.
  public let trigger: String
  /// Which try it was, from 1.
  public let attempt: Int
  /// When it was due.
  public let scheduledAt: Date
  /// Whether it was due while no host was up.
  public let isLate: Bool
  /// When it began.
  public let startedAt: Date?
  /// When it ended; nil while it runs.
  public let finishedAt: Date?
  /// How long it took, in milliseconds.
  public let milliseconds: Int64?
  /// A ``RunOutcome``, or `running`.
  public let outcome: String
  /// What went wrong, or why it did not run.
  public let error: String?
  /// When the next try was due.
  public let nextRunAt: Date?
  /// Whether it was the last try there was.
  public let isDead: Bool
  /// The host that ran it.
  public let host: String?
  /// The host that died, or stood still, with the job in hand before this try.
  public let takenOverFrom: String?
  /// The run that enqueued the job; nil for a tick, and for what an earlier version enqueued.
  public let origin: JobOrigin?

  enum CodingKeys: String, CodingKey {
    case id
    case jobID = "job_id"
    case name, trigger, attempt
    case scheduledAt = "scheduled_at"
    case isLate = "is_late"
    case startedAt = "started_at"
    case finishedAt = "finished_at"
    case milliseconds = "duration_ms"
    case outcome, error
    case nextRunAt = "next_run_at"
    case isDead = "is_dead"
    case host
    case takenOverFrom = "taken_over_from"
    case origin
  }
}

/// Which part of the history is asked for; nothing said is no condition.
public struct HistoryFilter: Sendable, Hashable, Codable {
  /// Only this job or function.
  public var name: String?
  /// Only the tries of this job.
  public var jobID: Int64?
  /// Only this outcome: a ``RunOutcome``, `running` or `dead`.
  public var outcome: String?
  /// Only what ended, or is due, at this instant or later.
  public var since: Date?
  /// Only what ended before this instant.
  public var until: Date?
  /// The most rows, 1 to 1000; the newest come first.
  public var limit: Int?

  enum CodingKeys: String, CodingKey {
    case name
    case jobID = "job_id"
    case outcome, since, until, limit
  }

  /// No condition.
  public init() {}
}

extension JobStore {
  /// The newest runs, those in hand first.
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
        SELECT id, job_id, name, trigger, attempt, scheduled_at, is_late, started_at, finished_at, duration_ms, outcome, error,
          next_run_at, is_dead, host, taken_over_from, origin
        FROM \(sql.runs) WHERE true\(of(filter.name))\(ofJob(filter.jobID, "job_id"))\(ended(filter))
        ORDER BY id DESC LIMIT \(limit - records.count)
        """
      ).map(Self.record))
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

  private static func record(_ row: Row) throws -> RunRecord {
    RunRecord(
      id: try row.get("id"), jobID: try row.get("job_id"), name: try row.get("name"), trigger: try row.get("trigger"),
      attempt: try row.get("attempt"), scheduledAt: try row.get("scheduled_at"), isLate: try row.get("is_late"),
      startedAt: try row.get("started_at"), finishedAt: try row.get("finished_at"),
      milliseconds: try row.get("duration_ms"), outcome: try row.get("outcome"), error: try row.get("error"),
      nextRunAt: try row.get("next_run_at"), isDead: try row.get("is_dead"), host: try row.get("host"),
      takenOverFrom: try row.get("taken_over_from"), origin: try origin(row))
  }

  /// The run that enqueued a job, as its row has it; nil for what a later version may have written there.
  static func origin(_ row: Row) throws -> JobOrigin? {
    try row.get("origin", as: String?.self).flatMap { try? Wire.decode(JobOrigin.self, from: Array($0.utf8)) }
  }

  /// How many rows one batch of the pruning deletes at most.
  private static let pruningBatch = 1000

  /// Deletes old history, and keys whose period is over, in batches that leave room for others in between.
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
    let oldest = now.addingTimeInterval(-(age / .seconds(1)))
    var deleted = try await inBatches { limit in
      """
      DELETE FROM \(sql.runs) WHERE id IN
        (SELECT id FROM \(sql.runs) WHERE finished_at < \(oldest) ORDER BY id LIMIT \(limit))
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
