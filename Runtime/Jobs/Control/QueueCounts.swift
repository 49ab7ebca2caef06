package import FoundationEssentials

/// The counts of the queue by function, at one instant.
package struct QueueCounts: Sendable, Hashable, Codable {
  /// The counts of one function's jobs.
  package struct Entry: Sendable, Hashable, Codable {
    package let name: String
    /// The number of jobs that can be claimed now.
    package internal(set) var waiting = 0
    /// The number of jobs that wait for their due time, without a try so far.
    package internal(set) var scheduled = 0
    /// The number of jobs that wait for their next try.
    package internal(set) var retrying = 0
    /// The number of jobs that wait because the function is paused.
    package internal(set) var held = 0
    package internal(set) var running = 0
    /// The most jobs that run at the same time on all hosts; nil without a limit.
    package internal(set) var limit: Int?
    /// The number of jobs whose tries are used up.
    package internal(set) var dead = 0
    /// The due time of the oldest job that can be claimed.
    package internal(set) var oldest: Date?
    /// The number of tries that completed within the last minute.
    package internal(set) var completedPerMinute = 0
    /// The number of tries that completed since ``QueueCounts/since``.
    package internal(set) var completed = 0
    /// The number of tries that failed, timed out or were lost since ``QueueCounts/since``.
    package internal(set) var failed = 0
    /// The number of tries that completed in each minute of the last hour, the oldest first.
    package internal(set) var minutes: [Int] = []
    package internal(set) var isPaused = false
    package internal(set) var isScheduled = false
    /// Whether this host can run it.
    package internal(set) var isKnown = false

    init(name: String) { self.name = name }

    enum CodingKeys: String, CodingKey {
      case name, waiting, scheduled, retrying, held, running, limit, dead
      case oldest = "oldest_due_at"
      case completedPerMinute = "completed_per_minute"
      case completed, failed, minutes
      case isPaused = "is_paused"
      case isScheduled = "is_scheduled"
      case isKnown = "is_known"
    }
  }

  /// The functions that this host knows, and those with jobs in the queue, by name.
  package let functions: [Entry]
  package let at: Date
  /// The instant from which ended tries are counted: an hour before ``at``, or later if very many have ended since.
  package let since: Date
}
