public import Edge
public import FoundationEssentials

extension JobCommand {
  /// The request to show a job.
  public struct Show: Codable, Sendable {
    /// Its id.
    public let id: Int64
    /// Whether its input is shown without masking.
    public let isUnmasked: Bool
    /// Creates a request.
    public init(id: Int64, isUnmasked: Bool) { (self.id, self.isUnmasked) = (id, isUnmasked) }

    enum CodingKeys: String, CodingKey {
      case id
      case isUnmasked = "is_unmasked"
    }
  }

  /// Everything that is stored about a job.
  public struct Details: Codable, Sendable {
    /// Its id.
    public let id: Int64
    /// The job's or the function's name.
    public let name: String
    /// Its state; nil if its end is not known.
    public let state: JobState?
    /// Its row in the queue; nil after its end.
    public let queued: QueuedJob?
    /// Its input as it is stored, masked by default; nil without input and after its end, when the row with the input
    /// is deleted.
    public let input: RawJSON?
    /// The number of its last claim: an end with an older one is refused. Nil after its end.
    public let fence: Int64?
    /// The number of milliseconds until the lease of its running try ends unless it is renewed; nil if it does not run.
    public let leaseMilliseconds: Int64?
    /// Whether its running try is being cancelled.
    public let isCancelled: Bool?
    /// The number of hosts that died, or stopped responding, while they ran the job.
    public let lostLeases: Int?
    /// The run that enqueued it; nil for a tick of its schedule, and for a job that an earlier version enqueued.
    public let origin: JobOrigin?
    /// Its tries, the oldest first.
    public let runs: [RunRecord]

    enum CodingKeys: String, CodingKey {
      case id, name, state, queued, input, fence
      case leaseMilliseconds = "lease_ms"
      case isCancelled = "is_cancelled"
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
    /// When it is due; nil for now.
    public let runAt: Date?
    /// The priority, 0 to 9, lower ones first; nil for 5.
    public let priority: Int?
    /// The operating system's account of the caller.
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
    /// False if a job with the same key existed; then `id` is the id of that job.
    public let isNew: Bool

    enum CodingKeys: String, CodingKey {
      case id
      case isNew = "is_new"
    }
  }

  /// A span of time up to now.
  public struct Span: Codable, Sendable {
    /// Its start.
    public let since: Date
    /// Describes a span.
    public init(since: Date) { self.since = since }
  }
}
