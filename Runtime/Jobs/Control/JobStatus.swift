public import Foundation

/// A job with a schedule, as `jobs list` shows it.
public struct JobStatus: Sendable, Hashable, Codable {
  /// The job's name.
  public let name: String
  /// The expression.
  public let schedule: String
  /// The schedule in words.
  public let description: String
  /// The IANA name of the zone that the schedule is read in.
  public let timeZone: String
  /// Whether the schedule runs at all.
  public let isEnabled: Bool
  /// Whether somebody paused it.
  public let isPaused: Bool
  /// The next tick, with the zone's offset; nil if there is none.
  public let nextRun: String?
  /// The last run that has ended, or the tick that was left out.
  public let last: RunRecord?
  /// What goes on at this moment.
  public let running: Int

  enum CodingKeys: String, CodingKey {
    case name, schedule, description
    case timeZone = "time_zone"
    case isEnabled = "is_enabled"
    case isPaused = "is_paused"
    case nextRun = "next_run"
    case last, running
  }
}

/// A job in the queue, as `jobs queue` shows it.
public struct QueuedJob: Sendable, Hashable, Codable {
  /// Its id.
  public let id: Int64
  /// The job's or the function's name.
  public let name: String
  /// `available`, `scheduled` for later, `held` while paused, `running`, or `dead`.
  public let state: String
  /// `schedule`, `enqueue` or `manual`.
  public let trigger: String
  /// 0 to 9, lower ones first.
  public let priority: Int
  /// When it is due.
  public let runAt: Date
  /// How many tries it has had.
  public let attempt: Int
  /// How many tries there are.
  public let maximumAttempts: Int
  /// Its key, if it has one.
  public let key: String?
  /// When it was put into the queue.
  public let enqueuedAt: Date
  /// The host that runs it.
  public let host: String?
  /// The error of its last try; nil if there was none.
  public let error: String?

  enum CodingKeys: String, CodingKey {
    case id, name, state, trigger, priority
    case runAt = "run_at"
    case attempt
    case maximumAttempts = "max_attempts"
    case key
    case enqueuedAt = "enqueued_at"
    case host, error
  }
}
