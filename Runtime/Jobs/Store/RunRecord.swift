public import Edge
public import FoundationEssentials

/// One try of a job, or a tick that did not run.
public struct RunRecord: Sendable, Hashable, Codable {
  /// Its id in the history; nil while it runs.
  public let id: Int64?
  /// The job's id; nil for a tick that did not run.
  public let jobID: Int64?
  /// The job's or the function's name.
  public let name: String
  /// `schedule`, `enqueue` or `manual`.
  public let trigger: String
  /// The number of the try, from 1; 0 for a tick that did not run, and for a job that ended before its first try.
  public let attempt: Int
  /// When it was due.
  public let scheduledAt: Date
  /// Whether it was due while no host was up.
  public let isLate: Bool
  /// When it began.
  public let startedAt: Date?
  /// When it ended; nil while it runs.
  public let finishedAt: Date?
  /// Its duration in milliseconds.
  public let milliseconds: Int64?
  /// `completed`, `failed`, `timed_out`, `cancelled`, `discarded`, `snoozed`, `interrupted`, `lost` or `skipped`;
  /// `running` while it runs.
  public let outcome: String
  /// The error, or the reason why it did not run.
  public let error: String?
  /// When the next try was due.
  public let nextRunAt: Date?
  /// Whether it was the last try and the job is dead.
  public let isDead: Bool
  /// The host that ran it.
  public let host: String?
  /// The host that died or stopped responding while it ran the job before this try.
  public let takenOverFrom: String?
  /// The run that enqueued the job; nil for a tick, and for a job that an earlier version enqueued.
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
