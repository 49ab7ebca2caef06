import Edge
public import FoundationEssentials

extension JobCommand {
  /// An action on jobs of the queue.
  public enum Action: String, Codable, Sendable, CaseIterable {
    /// Gives dead jobs, and jobs that wait for their next try, a try now.
    case retry
    /// Makes jobs due that are scheduled for later, or held by a pause.
    case run
    /// Ends jobs. The handler of a running job is cancelled.
    case cancel
    /// Removes jobs from the queue, except running ones.
    case discard

    /// The states in which the action can be applied to a job. `retrying` is a scheduled job that has been tried.
    public var states: [String] {
      switch self {
      case .retry: ["dead", "scheduled", "retrying"]
      case .run: ["scheduled", "retrying", "held"]
      case .cancel: Search.states
      case .discard: ["dead", "available", "scheduled", "retrying", "held"]
      }
    }

    /// The states that are selected by default.
    public var usualStates: [String] {
      switch self {
      case .retry, .discard: ["dead"]
      case .run: ["scheduled", "held"]
      case .cancel: JobState.allCases.filter(\.isUnfinished).map(\.rawValue)
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
    /// Only this unique key.
    public var key: String?
    /// Only jobs that this host runs.
    public var host: String?
    /// Only jobs whose stored input contains all of these texts, regardless of case.
    public var texts: [String]?
    /// Only these jobs, a thousand at most, in any state that the action takes.
    public var ids: [Int64]?
    /// Only jobs with this id or a smaller one: those that were there when they were counted.
    public var last: Int64?
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
    public private(set) var count = 0
    /// The numbers by function and state, in this order.
    public private(set) var groups: [Group] = []
    /// The greatest id; nil if no job matches.
    public private(set) var last: Int64?
    /// True if counting took too long and ended early: there are more jobs that match, all with greater ids. Nil
    /// otherwise.
    public internal(set) var isPartial: Bool?

    enum CodingKeys: String, CodingKey {
      case count, groups, last
      case isPartial = "is_partial"
    }

    /// Adds jobs of one function in one state.
    mutating func add(name: String, state: String, count: Int, last: Int64) {
      self.count += count
      self.last = max(self.last ?? last, last)
      let known = groups.first { $0.name == name && $0.state == state }?.count ?? 0
      groups.removeAll { $0.name == name && $0.state == state }
      groups.append(Group(name: name, state: state, count: known + count))
      groups.sort { ($0.name, $0.state) < ($1.name, $1.state) }
    }
  }

  /// The result of one batch of an action.
  public struct Changed: Codable, Sendable {
    /// The number of jobs that were changed.
    public let done: Int
    /// The number of jobs that were not changed, because their state changed meanwhile or another job has their key.
    public let skipped: Int
    /// The number of jobs that were not changed, because another transaction had locked them. The same change finds
    /// them again.
    public let busy: Int
    /// The id after which the next batch begins; nil after the last batch.
    public let next: Int64?
  }
}
