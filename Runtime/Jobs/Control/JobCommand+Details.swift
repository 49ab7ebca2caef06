public import Edge
public import Foundation

extension JobCommand {
  /// Which job to show, and how.
  public struct Show: Codable, Sendable {
    /// Its id.
    public let id: Int64
    /// Whether its input is shown as it is, instead of masked.
    public let isUnmasked: Bool
    /// Asks for one.
    public init(id: Int64, isUnmasked: Bool) { (self.id, self.isUnmasked) = (id, isUnmasked) }

    enum CodingKeys: String, CodingKey {
      case id
      case isUnmasked = "is_unmasked"
    }
  }

  /// Everything that is known of a job.
  public struct Details: Codable, Sendable {
    /// Its id.
    public let id: Int64
    /// The job's or the function's name.
    public let name: String
    /// Where it is; nil if its end is not known.
    public let state: JobState?
    /// Its row in the queue; nil once it has ended.
    public let queued: QueuedJob?
    /// Its input, masked unless asked for as it is; nil for none, and once it has ended: the input goes with the row.
    public let input: JSONValue?
    /// How many hosts died, or stood still, with the job in hand.
    public let lostLeases: Int?
    /// The run that enqueued it; nil for a tick of its schedule, and for what an earlier version enqueued.
    public let origin: JobOrigin?
    /// Its tries, the first one first.
    public let runs: [RunRecord]

    enum CodingKeys: String, CodingKey {
      case id, name, state, queued, input
      case lostLeases = "lost_leases"
      case origin, runs
    }
  }

  /// A job to put into the queue.
  public struct Enqueue: Codable, Sendable {
    /// The function.
    public let name: String
    /// Its input; nil for none.
    public let input: JSONValue?
    /// When it is due; nil: now.
    public let runAt: Date?
    /// 0 to 9, lower ones first; nil: 5.
    public let priority: Int?
    /// The account of the operating system that asks.
    public let account: String?

    /// Describes a job.
    public init(name: String, input: JSONValue?, runAt: Date?, priority: Int?, account: String?) {
      self.name = name
      self.input = input
      self.runAt = runAt
      self.priority = priority
      self.account = account
    }

    enum CodingKeys: String, CodingKey {
      case name, input
      case runAt = "run_at"
      case priority, account
    }
  }

  /// A job that was put into the queue.
  public struct Enqueued: Codable, Sendable {
    /// Its id.
    public let id: Int64
    /// False if a job with the same key was there already: this is its id.
    public let isNew: Bool

    enum CodingKeys: String, CodingKey {
      case id
      case isNew = "is_new"
    }
  }

  /// A span of time up to now.
  public struct Span: Codable, Sendable {
    /// Its begin.
    public let since: Date
    /// Describes a span.
    public init(since: Date) { self.since = since }
  }
}
