public import Foundation

/// Which job a run belongs to, and which try it is.
public struct JobRun: Sendable, Hashable {
  /// The job's id: the same in every try, so that work with effects elsewhere can be made idempotent.
  public let id: Int64
  /// The function or the job that runs.
  public let function: String
  /// Which try this is, from 1.
  public let attempt: Int
  /// How many tries there are.
  public let maximumAttempts: Int
  /// The instant that the job was due: its tick, or the time it was enqueued for.
  public let scheduledAt: Date

  /// Describes a run.
  public init(id: Int64, function: String = "", attempt: Int, maximumAttempts: Int, scheduledAt: Date) {
    self.id = id
    self.function = function
    self.attempt = attempt
    self.maximumAttempts = maximumAttempts
    self.scheduledAt = scheduledAt
  }

  /// Whether there is no try after this one.
  public var isLastAttempt: Bool { attempt >= maximumAttempts }
}
