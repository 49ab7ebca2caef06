/// The numbers of sent and dropped items of one signal: spans, lines or data points.
struct ExportCounts: Sendable, Hashable {
  /// The reason why an item was not exported.
  enum Drop: String, Sendable, CaseIterable {
    /// The queue was full.
    case queue
    /// The collector refused it.
    case refused
    /// It still waited when the host stopped.
    case stopped
  }

  var sent = 0
  var dropped: [Drop: Int] = [:]
  /// The requests that failed.
  var failures = 0

  mutating func drop(_ count: Int, _ reason: Drop) {
    if count > 0 { dropped[reason, default: 0] += count }
  }
}
