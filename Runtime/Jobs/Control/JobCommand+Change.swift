public import Foundation

extension JobCommand {
  /// An action on jobs of the queue.
  public enum Action: String, Codable, Sendable, CaseIterable {
    /// Starts a new try now.
    case retry
    /// Ends jobs. The handler of a running job is cancelled.
    case cancel
    /// Removes jobs from the queue, except running ones.
    case discard

    /// The states in which the action can be applied to a job.
    public var states: [String] {
      switch self {
      case .retry: ["dead", "scheduled"]
      case .cancel: ["available", "scheduled", "held", "running", "dead"]
      case .discard: ["dead", "available", "scheduled", "held"]
      }
    }

    /// The states that are selected by default.
    public var usualStates: [String] {
      switch self {
      case .retry, .discard: ["dead"]
      case .cancel: ["available", "scheduled", "held", "running"]
      }
    }
  }

  /// An action on all jobs that match.
  public struct Change: Codable, Sendable {
    /// The action.
    public let action: Action
    /// Only this job or function.
    public var name: String?
    /// Only this state; nil for the action's default states.
    public var state: String?
    /// Only jobs whose last try ended at this instant or later. For a job without a try, the time of enqueuing counts.
    public var since: Date?
    /// Only jobs whose last error contains this text, regardless of case.
    public var error: String?
    /// Only jobs with a greater id, to continue after the last batch.
    public var after: Int64?

    /// An action on all jobs in its usual states.
    public init(_ action: Action) { self.action = action }
  }

  /// The number of matching jobs.
  public struct Matching: Codable, Sendable {
    /// The matching jobs of one function in one state.
    public struct Group: Codable, Sendable, Hashable {
      /// The job's or the function's name.
      public let name: String
      /// The state.
      public let state: String
      /// The number of jobs.
      public let count: Int
    }

    /// The number of all matching jobs.
    public let count: Int
    /// The numbers by function and state.
    public let groups: [Group]
  }

  /// The result of one batch of an action.
  public struct Changed: Codable, Sendable {
    /// The number of jobs that were changed.
    public let done: Int
    /// The number of jobs that were not changed, because their state changed meanwhile or another job has their key.
    public let skipped: Int
    /// The id after which the next batch begins; nil after the last batch.
    public let next: Int64?
  }
}
