public import Foundation

extension JobCommand {
  /// What to do with jobs of the queue.
  public enum Action: String, Codable, Sendable, CaseIterable {
    /// Gives them a try now.
    case retry
    /// Ends them; one that runs is told.
    case cancel
    /// Takes them out of the queue; none that runs.
    case discard

    /// The states in which a job can be the action's object.
    public var states: [String] {
      switch self {
      case .retry: ["dead", "scheduled"]
      case .cancel: ["available", "scheduled", "held", "running", "dead"]
      case .discard: ["dead", "available", "scheduled", "held"]
      }
    }

    /// The states that are meant if none is said.
    public var usualStates: [String] {
      switch self {
      case .retry, .discard: ["dead"]
      case .cancel: ["available", "scheduled", "held", "running"]
      }
    }
  }

  /// An action on all jobs that match.
  public struct Change: Codable, Sendable {
    /// What to do.
    public let action: Action
    /// Only this job or function.
    public var name: String?
    /// Only this state; nil for the action's usual ones.
    public var state: String?
    /// Only jobs whose last try ended at this instant or later; before the first try, those enqueued then.
    public var since: Date?
    /// Only jobs whose last error contains this text, in capitals or not.
    public var error: String?
    /// Only jobs with a greater id: where the last batch ended.
    public var after: Int64?

    /// An action on all jobs in its usual states.
    public init(_ action: Action) { self.action = action }
  }

  /// How many jobs match.
  public struct Matching: Codable, Sendable {
    /// Those of one function in one state.
    public struct Group: Codable, Sendable, Hashable {
      /// The job's or the function's name.
      public let name: String
      /// The state.
      public let state: String
      /// How many.
      public let count: Int
    }

    /// All of them.
    public let count: Int
    /// By function and state.
    public let groups: [Group]
  }

  /// What came of one batch of an action.
  public struct Changed: Codable, Sendable {
    /// How many jobs it was done to.
    public let done: Int
    /// How many were left as they are: they had moved on, or another job has their key.
    public let skipped: Int
    /// Where the next batch begins; nil if this was the last one.
    public let next: Int64?
  }
}
