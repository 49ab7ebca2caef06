package import FoundationEssentials

/// The statistics of one function's jobs.
package struct JobStatistics: Sendable, Hashable, Codable {
  package let name: String
  /// The number of jobs that can be claimed now.
  package internal(set) var available = 0
  /// The number of jobs that wait for their due time or their next try.
  package internal(set) var scheduled = 0
  /// The number of jobs that wait because the function is paused.
  package internal(set) var held = 0
  package internal(set) var running = 0
  /// The number of jobs whose tries are used up.
  package internal(set) var dead = 0
  /// The due time of the oldest available job.
  package internal(set) var oldest: Date?
  /// The number of tries that completed within the span.
  package internal(set) var completed = 0
  /// The number of tries that failed, timed out or were lost.
  package internal(set) var failed = 0
  /// The number of tries with another end: cancelled, discarded, snoozed, interrupted.
  package internal(set) var other = 0
  /// The average duration of completed tries in milliseconds; nil if there were none.
  package internal(set) var averageMilliseconds: Int64?
  /// The longest duration of a completed try in milliseconds.
  package internal(set) var longestMilliseconds: Int64?

  enum CodingKeys: String, CodingKey {
    case name, available, scheduled, held, running, dead
    case oldest = "oldest_due_at"
    case completed, failed, other
    case averageMilliseconds = "average_ms"
    case longestMilliseconds = "longest_ms"
  }

  init(name: String) { self.name = name }

  mutating func add(state: String, _ count: Int, oldest: Date?) {
    switch state {
    case "available": (available, self.oldest) = (count, oldest)
    case "scheduled": scheduled = count
    case "held": held = count
    case "running": running = count
    default: dead = count
    }
  }

  mutating func add(_ outcome: RunOutcome, _ count: Int, sum: Int64?, longest: Int64?) {
    switch outcome {
    case .completed:
      completed = count
      averageMilliseconds = sum.map { $0 / Int64(max(1, count)) }
      longestMilliseconds = longest
    case .failed, .timedOut, .lost: failed += count
    case .cancelled, .discarded, .snoozed, .interrupted, .skipped: other += count
    }
  }
}
