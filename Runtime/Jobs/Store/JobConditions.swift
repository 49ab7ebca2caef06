import FoundationEssentials

/// Conditions on the jobs of the queue. A condition that is nil or empty does not apply.
struct JobConditions: Sendable, Equatable {
  /// The states, as stored, or `retrying` for scheduled jobs that have been tried.
  var states: [String] = []
  var name: String?
  var key: String?
  var host: String?
  /// Texts that the stored input contains, regardless of case.
  var texts: [String] = []
  /// A text that the last error contains, regardless of case.
  var error: String?
  /// The last try ended at this instant or later. For a job without a try, the time of enqueuing counts.
  var since: Date?
  var ids: [Int64]?
  /// The id is greater than this one.
  var after: Int64?
  /// The id is at most this one.
  var last: Int64?
  /// The id is smaller than this one.
  var before: Int64?

  /// Whether the conditions read the history of each tested job.
  var needsHistory: Bool { error != nil || since != nil }
}
