package import Host
import Wire

extension InvocationFilter {
  /// Whether an invocation matches.
  package func matches(_ record: InvocationRecord) -> Bool {
    if let since, record.time < since { return false }
    if let minimum, Double(record.microseconds) < minimum * 1_000_000 { return false }
    if !functions.isEmpty, !functions.contains(record.function) { return false }
    if !statuses.isEmpty, !statuses.contains(where: { $0.contains(record.status) }) { return false }
    if !triggers.isEmpty, !triggers.contains(record.trigger) { return false }
    if !callers.isEmpty, !callers.contains(where: { Self.isCaller($0, of: record) }) { return false }
    if !ids.isEmpty {
      let id = record.id.lowercased
      guard ids.contains(where: id.hasPrefix) else { return false }
    }
    if !traces.isEmpty, !traces.contains(where: { $0.contains(record) }) { return false }
    return words.allSatisfy { Self.occurs($0, in: record) }
  }

  private static func isCaller(_ caller: String, of record: InvocationRecord) -> Bool {
    if record.role == caller { return true }
    guard let user = record.user else { return caller == "none" && record.role == nil }
    return user.lowercased.hasPrefix(caller)
  }

  /// Whether a word occurs in one of the texts that the list or the detail shows.
  private static func occurs(_ word: TextNeedle, in record: InvocationRecord) -> Bool {
    word.occurs(in: record.function) || word.occurs(in: record.path) || word.occurs(in: record.method)
      || record.error.map(word.occurs) == true || record.client.map(word.occurs) == true
      || record.version.map(word.occurs) == true || record.callersTrace.map(word.occurs) == true
  }
}
