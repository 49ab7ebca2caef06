package import Edge
package import FoundationEssentials

extension JobCommand {
  /// The request to show a job.
  package struct Show: Codable, Sendable {
    package let id: Int64
    /// Whether its input is shown without masking.
    package let isUnmasked: Bool
    package init(id: Int64, isUnmasked: Bool) { (self.id, self.isUnmasked) = (id, isUnmasked) }

    enum CodingKeys: String, CodingKey {
      case id
      case isUnmasked = "is_unmasked"
    }
  }

  /// Everything that is stored about a job.
  package struct Details: Codable, Sendable {
    package let id: Int64
    package let name: String
    /// Its state; nil if its end is not known.
    package let state: JobState?
    /// Its row in the queue; nil after its end.
    package let queued: QueuedJob?
    /// Its input as it is stored, masked by default; nil without input and after its end, when the row with the input
    /// is deleted.
    package let input: RawJSON?
    /// The number of its last claim: an end with an older one is refused. Nil after its end.
    package let fence: Int64?
    /// The number of milliseconds until the lease of its running try ends unless it is renewed; nil if it does not run.
    package let leaseMilliseconds: Int64?
    /// Whether its running try is being cancelled.
    package let isCancelled: Bool?
    /// The number of hosts that died, or stopped responding, while they ran the job.
    package let lostLeases: Int?
    /// The run that enqueued it; nil for a tick of its schedule, and for a job that an earlier version enqueued.
    package let origin: JobOrigin?
    /// Its tries, the oldest first.
    package let runs: [RunRecord]

    enum CodingKeys: String, CodingKey {
      case id, name, state, queued, input, fence
      case leaseMilliseconds = "lease_ms"
      case isCancelled = "is_cancelled"
      case lostLeases = "lost_leases"
      case origin, runs
    }
  }

  /// A job to put into the queue.
  package struct Enqueue: Codable, Sendable {
    package let name: String
    /// Its input; nil for none.
    package let input: JSONValue?
    /// When it is due; nil for now.
    package let runAt: Date?
    /// The priority, 0 to 9, lower ones first; nil for 5.
    package let priority: Int?
    /// The operating system's account of the caller.
    package let account: String?

    package init(name: String, input: JSONValue?, runAt: Date?, priority: Int?, account: String?) {
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
  package struct Enqueued: Codable, Sendable {
    package let id: Int64
    /// False if a job with the same key existed; then `id` is the id of that job.
    package let isNew: Bool

    enum CodingKeys: String, CodingKey {
      case id
      case isNew = "is_new"
    }
  }

  /// A span of time up to now.
  package struct Span: Codable, Sendable {
    package let since: Date
    package init(since: Date) { self.since = since }
  }
}
