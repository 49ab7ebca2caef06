package import FoundationEssentials

/// The input of the control `logs`: the events that are wanted.
package struct LogQuery: Codable, Sendable, Hashable {
  package var function: String?
  /// The lowest level. Invocations count as `error` with a status from 500 on, and as `info` otherwise.
  package var level: String?
  /// Statuses, such as `404`, `5xx` or `4xx,500`. Then only invocations are wanted.
  package var status: String?
  /// The id of a request or run, or its beginning.
  package var id: String?
  /// The instant before which no event is wanted.
  package var since: Date?
  /// A text that the event contains, in any case of its letters.
  package var grep: String?
  /// The most past events.
  package var limit: Int?
  /// Whether to go on with the events that happen from now on.
  package var follow: Bool?
  /// Whether lines are text for a terminal; otherwise JSON.
  package var text: Bool?

  package init() {}
}
