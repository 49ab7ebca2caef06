import FoundationEssentials

/// An ended try, to be written into the history.
struct EndedRun: Sendable, Equatable, Identifiable {
  /// The job's id.
  let id: Int64
  let fence: Int64
  let outcome: RunOutcome
  var error: String?
  let finishedAt: Date
  /// The duration; nil if it is not known.
  let milliseconds: Int64?
  let disposition: Disposition
  /// The job's lane from now on; nil for no change.
  var lane: String?
  /// Whether its host died or stopped responding, which counts as a lost lease of the job.
  var hasHostDied = false

  /// The largest number of characters of an error that are stored.
  static let maximumError = 2000
}
