public import FoundationEssentials

/// A filter of the history. Nil sets no condition.
public struct HistoryFilter: Sendable, Hashable, Codable {
  /// Only this job or function.
  public var name: String?
  /// Only the tries of this job.
  public var jobID: Int64?
  /// Only this outcome: a ``RunOutcome``, `running` or `dead`.
  public var outcome: String?
  /// Only runs that ended at this instant or later.
  public var since: Date?
  /// Only runs that ended before this instant.
  public var until: Date?
  /// The largest number of rows, 1 to 1000. The newest come first.
  public var limit: Int?

  enum CodingKeys: String, CodingKey {
    case name
    case jobID = "job_id"
    case outcome, since, until, limit
  }

  /// Creates a filter without conditions.
  public init() {}
}
