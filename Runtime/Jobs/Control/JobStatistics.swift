public import Foundation

/// How the jobs of one function do.
public struct JobStatistics: Sendable, Hashable, Codable {
  /// The job's or the function's name.
  public let name: String
  /// How many jobs there are in each state of the queue.
  public internal(set) var available = 0
  /// Those that wait for their time, or for their next try.
  public internal(set) var scheduled = 0
  /// Those that wait because the function is paused.
  public internal(set) var held = 0
  /// Those that run.
  public internal(set) var running = 0
  /// Those whose tries are used up.
  public internal(set) var dead = 0
  /// Since when the oldest has been due that is available.
  public internal(set) var oldest: Date?
  /// How many tries completed within the span.
  public internal(set) var completed = 0
  /// How many failed, took too long or were lost.
  public internal(set) var failed = 0
  /// How many ended otherwise: cancelled, discarded, snoozed, interrupted.
  public internal(set) var other = 0
  /// How long those that completed took on average, in milliseconds; nil if there were none.
  public internal(set) var averageMilliseconds: Int64?
  /// How long the longest of them took.
  public internal(set) var longestMilliseconds: Int64?

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
