import Edge
package import FoundationEssentials

extension JobCommand {
  /// A search of the queue. The newest jobs come first.
  package struct Search: Codable, Sendable, Hashable {
    /// The states that jobs can be searched by: those of the queue, and `retrying`.
    package static let states = Queue.states.flatMap { $0 == JobState.scheduled.rawValue ? [$0, "retrying"] : [$0] }

    package var name: String?
    /// Only this state: `available`, `scheduled`, `retrying` (scheduled after a try), `held`, `running` or `dead`.
    package var state: String?
    package var id: Int64?
    package var key: String?
    /// Only jobs that this host runs.
    package var host: String?
    /// Only jobs whose stored input contains all of these texts, regardless of case.
    package var texts: [String]?
    /// Only jobs whose last error contains this text, regardless of case.
    package var error: String?
    /// Only jobs whose last try ended at this instant or later. For a job without a try, the time of enqueuing counts.
    package var since: Date?
    /// Only jobs with a smaller id, to continue.
    package var before: Int64?
    /// The largest number of jobs, 1 to 1000.
    package var limit: Int?

    package init() {}
  }

  /// The result of a search of the queue.
  package struct Found: Codable, Sendable {
    /// The jobs, the newest first.
    package let jobs: [QueuedJob]
    /// The id before which the search goes on; nil at the end. A search stops early when it takes long, with fewer jobs
    /// than asked for.
    package let next: Int64?
  }

  /// A search of the history. The newest tries come first.
  package struct RunSearch: Codable, Sendable, Hashable {
    package var name: String?
    package var jobID: Int64?
    /// Only this ``RunOutcome``, or `dead` for the last try of a dead job.
    package var outcome: String?
    /// Only this trigger: `schedule`, `enqueue` or `manual`.
    package var trigger: String?
    /// Only ticks that were due while no host was up.
    package var isLate: Bool?
    /// Only tries on this host.
    package var host: String?
    /// Only tries whose error contains this text, regardless of case.
    package var error: String?
    /// Only tries that ended at this instant or later.
    package var since: Date?
    /// Only rows with a smaller id, to continue.
    package var before: Int64?
    /// The largest number of rows, 1 to 1000.
    package var limit: Int?

    enum CodingKeys: String, CodingKey {
      case name
      case jobID = "job_id"
      case outcome, trigger
      case isLate = "is_late"
      case host, error, since, before, limit
    }

    package init() {}
  }

  /// The result of a search of the history.
  package struct FoundRuns: Codable, Sendable {
    /// The tries, the newest first.
    package let runs: [RunRecord]
    /// The id before which the search goes on; nil at the end.
    package let next: Int64?
    /// The end of the oldest try that was examined, if the search stopped because it took long.
    package let examinedBackTo: Date?

    enum CodingKeys: String, CodingKey {
      case runs, next
      case examinedBackTo = "examined_back_to"
    }
  }
}
