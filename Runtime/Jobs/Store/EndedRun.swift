import Edge
import FoundationEssentials

/// An ended try, to be written into the history.
struct EndedRun: Sendable, Equatable, Identifiable {
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

  var next: JSONValue { if case .again(let date, _) = disposition { .instant(date) } else { .null } }

  /// The error without zero bytes. Postgres rejects them, and one would keep this host from writing any end.
  var storableError: String? {
    error.map { String($0.prefix(Self.maximumError)).replacing("\0", with: "\u{FFFD}") }
  }
}
