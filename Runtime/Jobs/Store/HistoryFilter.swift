package import FoundationEssentials

/// A filter of the history. Nil sets no condition.
package struct HistoryFilter: Sendable, Hashable, Codable {
  package var name: String?
  package var jobID: Int64?
  /// Only this outcome: a ``RunOutcome``, `running` or `dead`.
  package var outcome: String?
  /// Only runs that ended at this instant or later.
  package var since: Date?
  /// Only runs that ended before this instant.
  package var until: Date?
  /// The largest number of rows, 1 to 1000. The newest come first.
  package var limit: Int?

  enum CodingKeys: String, CodingKey {
    case name
    case jobID = "job_id"
    case outcome, since, until, limit
  }

  package init() {}
}
