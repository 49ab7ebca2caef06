public import FoundationEssentials

/// One try of a job.
public struct JobRun: Sendable, Hashable {
  /// The job's id: the same in every try, so that work with effects elsewhere can be made idempotent.
  public let id: Int64
  /// The function or the job that runs.
  public let function: String
  /// The number of the try, from 1.
  public let attempt: Int
  /// The most tries of the job.
  public let maximumAttempts: Int
  /// The instant at which the job was due: its tick, or the time it was enqueued for.
  public let scheduledAt: Date

  /// Describes a run.
  public init(id: Int64, function: String = "", attempt: Int, maximumAttempts: Int, scheduledAt: Date) {
    self.id = id
    self.function = function
    self.attempt = attempt
    self.maximumAttempts = maximumAttempts
    self.scheduledAt = scheduledAt
  }

  /// Whether this is the last try.
  public var isLastAttempt: Bool { attempt >= maximumAttempts }
}
