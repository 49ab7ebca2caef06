public import FoundationEssentials

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
  /// The priority, 0 to 9, lower ones first.
  public let priority: Int
  /// When it is due.
  public let runAt: Date
  /// The number of tries so far.
  public let attempt: Int
  /// The largest number of tries.
  public let maximumAttempts: Int
  /// Its key, if it has one.
  public let key: String?
  /// When it was put into the queue.
  public let enqueuedAt: Date
  /// When its running try began.
  public let startedAt: Date?
  /// The host that runs it.
  public let host: String?
  /// The error of its last try; nil if there was none.
  public let error: String?
  /// The reason why it waits although it is due; nil if it waits for a host with a free slot.
  public let reason: String?
  /// The beginning of its input, with sensitive values masked; nil for none.
  public let input: String?

  enum CodingKeys: String, CodingKey {
    case id, name, state, trigger, priority
    case runAt = "run_at"
    case attempt
    case maximumAttempts = "max_attempts"
    case key
    case enqueuedAt = "enqueued_at"
    case startedAt = "started_at"
    case host, error, reason, input
  }
}

extension QueuedJob {
  /// The job with a reason why it waits.
  func waiting(because reason: String) -> QueuedJob {
    QueuedJob(
      id: id, name: name, state: state, trigger: trigger, priority: priority, runAt: runAt, attempt: attempt,
      maximumAttempts: maximumAttempts, key: key, enqueuedAt: enqueuedAt, startedAt: startedAt, host: host,
      error: error, reason: reason, input: input)
  }
}
