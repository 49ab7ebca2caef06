public import FoundationEssentials

/// The counts of the queue by function, at one instant.
public struct QueueCounts: Sendable, Hashable, Codable {
  /// The counts of one function's jobs.
  public struct Entry: Sendable, Hashable, Codable {
    /// The job's or the function's name.
    public let name: String
    /// The number of jobs that can be claimed now.
    public internal(set) var waiting = 0
    /// The number of jobs that wait for their due time, without a try so far.
    public internal(set) var scheduled = 0
    /// The number of jobs that wait for their next try.
    public internal(set) var retrying = 0
    /// The number of jobs that wait because the function is paused.
    public internal(set) var held = 0
    /// The number of running jobs.
    public internal(set) var running = 0
    /// The most jobs that run at the same time on all hosts; nil without a limit.
    public internal(set) var limit: Int?
    /// The number of jobs whose tries are used up.
    public internal(set) var dead = 0
    /// The due time of the oldest job that can be claimed.
    public internal(set) var oldest: Date?
    /// The number of tries that completed within the last minute.
    public internal(set) var completedPerMinute = 0
    /// The number of tries that completed since ``QueueCounts/since``.
    public internal(set) var completed = 0
    /// The number of tries that failed, timed out or were lost since ``QueueCounts/since``.
    public internal(set) var failed = 0
    /// The number of tries that completed in each minute of the last hour, the oldest first.
    public internal(set) var minutes: [Int] = []
    /// Whether the function is paused.
    public internal(set) var isPaused = false
    /// Whether the function has a schedule.
    public internal(set) var isScheduled = false
    /// Whether this host can run it.
    public internal(set) var isKnown = false

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
  public let functions: [Entry]
  /// The instant of the counts.
  public let at: Date
  /// The instant from which ended tries are counted: an hour before ``at``, or later if very many have ended since.
  public let since: Date
}
