import Edge
package import FoundationEssentials

extension JobCommand {
  /// An action on jobs of the queue.
  package enum Action: String, Codable, Sendable, CaseIterable {
    /// Gives dead jobs, and jobs that wait for their next try, a try now.
    case retry
    /// Makes jobs due that are scheduled for later, or held by a pause.
    case run
    /// Ends jobs. The handler of a running job is cancelled.
    case cancel
    /// Removes jobs from the queue, except running ones.
    case discard

    /// The states in which the action can be applied to a job. `retrying` is a scheduled job that has been tried.
    package var states: [String] {
      switch self {
      case .retry: ["dead", "scheduled", "retrying"]
      case .run: ["scheduled", "retrying", "held"]
      case .cancel: Search.states
      case .discard: ["dead", "available", "scheduled", "retrying", "held"]
      }
    }

    /// The states that are selected by default.
    package var usualStates: [String] {
      switch self {
      case .retry, .discard: ["dead"]
      case .run: ["scheduled", "held"]
      case .cancel: JobState.allCases.filter(\.isUnfinished).map(\.rawValue)
      }
    }
  }

  /// An action on all jobs that match.
  package struct Change: Codable, Sendable {
    package let action: Action
    package var name: String?
    /// Only this state; nil for the action's default states.
    package var state: String?
    /// Only jobs whose last try ended at this instant or later. For a job without a try, the time of enqueuing counts.
    package var since: Date?
    /// Only jobs whose last error contains this text, regardless of case.
    package var error: String?
    package var key: String?
    /// Only jobs that this host runs.
    package var host: String?
    /// Only jobs whose stored input contains all of these texts, regardless of case.
    package var texts: [String]?
    /// Only these jobs, a thousand at most, in any state that the action takes.
    package var ids: [Int64]?
    /// Only jobs with this id or a smaller one: those that were there when they were counted.
    package var last: Int64?
    /// Only jobs with a greater id, to continue after the last batch.
    package var after: Int64?

    /// An action on all jobs in its usual states.
    package init(_ action: Action) { self.action = action }
  }

  /// The number of matching jobs.
  package struct Matching: Codable, Sendable {
    /// The matching jobs of one function in one state.
    package struct Group: Codable, Sendable, Hashable {
      package let name: String
      package let state: String
      package let count: Int
    }

    package private(set) var count = 0
    /// The numbers by function and state, in this order.
    package private(set) var groups: [Group] = []
    /// The greatest id; nil if no job matches.
    package private(set) var last: Int64?
    /// True if counting took too long and ended early: there are more jobs that match, all with greater ids. Nil
    /// otherwise.
    package internal(set) var isPartial: Bool?

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
  package struct Changed: Codable, Sendable {
    /// The number of jobs that were changed.
    package let done: Int
    /// The number of jobs that were not changed, because their state changed meanwhile or another job has their key.
    package let skipped: Int
    /// The number of jobs that were not changed, because another transaction had locked them. The same change finds
    /// them again.
    package let busy: Int
    /// The id after which the next batch begins; nil after the last batch.
    package let next: Int64?
  }
}
