public import FoundationEssentials

/// The state of one job.
public struct JobStanding: Sendable, Hashable, Codable {
  /// The job's id.
  public let id: Int64
  /// The function that it runs.
  public let function: String
  /// The job's state in the queue.
  public let state: JobState
  /// The number of tries that have begun.
  public let attempt: Int
  /// The instant at which it is due, or was.
  public let scheduledAt: Date
  /// The error of its last try; nil if there was none.
  public let error: String?

  /// Describes a job.
  public init(id: Int64, function: String, state: JobState, attempt: Int, scheduledAt: Date, error: String?) {
    self.id = id
    self.function = function
    self.state = state
    self.attempt = attempt
    self.scheduledAt = scheduledAt
    self.error = error
  }

  enum CodingKeys: String, CodingKey {
    case id, function, state, attempt
    case scheduledAt = "scheduled_at"
    case error
  }
}
