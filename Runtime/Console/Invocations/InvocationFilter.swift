package import FoundationEssentials
package import Host
import Wire

/// The filter of invocations: `function:`, `status:`, `trigger:`, `caller:`, `id:`, `trace:`, `min:`, `since:`, `host:`
/// and free words.
///
/// A name may occur more than once: its values are alternatives. Different names, and the free words, must all match.
package struct InvocationFilter: Sendable, Hashable {
  /// The names of terms, in the order in which the page lists them.
  package enum Name: String, CaseIterable {
    case function, status, trigger, caller, id, trace
    case minimum = "min"
    case since, host
  }

  /// Functions and jobs by name.
  package private(set) var functions: Set<String> = []
  package private(set) var statuses: [StatusClass] = []
  package private(set) var triggers: Set<InvocationRecord.Trigger> = []
  /// Roles, beginnings of users' ids in lower case, or `none` for calls without a token.
  package private(set) var callers: [String] = []
  /// Beginnings of ids, in lower case.
  package private(set) var ids: [String] = []
  /// Traces by their whole ids.
  package private(set) var traces: [TraceMembers] = []
  /// The shortest duration in seconds.
  package private(set) var minimum: Double?
  /// The earliest end.
  package private(set) var since: Date?
  /// Texts that all occur.
  package let words: [TextNeedle]
  package private(set) var problems: [FilterProblem] = []

  package init(_ filter: Filter, now: Date) {
    words = filter.needles
    problems = filter.readTerms { (name: Name, term) throws(FilterProblem) in
      switch name {
      case .function: functions.insert(term.value)
      case .status: statuses.append(try term.statusClass())
      case .trigger: triggers.insert(try term.choice("trigger"))
      case .caller: callers.append(term.value.lowercased())
      case .id: ids.append(term.value.lowercased())
      case .trace:
        guard term.value.utf8.count == 32 else {
          throw FilterProblem(term, "is no trace: expected its id of 32 hexadecimal digits")
        }
        traces.append(TraceMembers(term.value.lowercased()))
      case .minimum: minimum = max(minimum ?? 0, try term.duration())
      case .since: since = max(since ?? .distantPast, try term.instant(now: now))
      // It selects hosts, not calls.
      case .host: break
      }
    }
  }

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
