package import Foundation
package import Host

/// The filter of invocations: `function:`, `status:`, `trigger:`, `caller:`, `id:`, `trace:`, `min:`, `since:`, `host:` and free words.
///
/// A name may occur more than once: its values are alternatives. Different names, and the free words, must all match.
package struct InvocationFilter: Sendable, Hashable {
  /// The names of terms, in the order in which the page lists them.
  package static let names = ["function", "status", "trigger", "caller", "id", "trace", "min", "since", "host"]

  /// Functions and jobs by name.
  package private(set) var functions: Set<String> = []
  package private(set) var statuses: [StatusClass] = []
  package private(set) var triggers: Set<InvocationRecord.Trigger> = []
  /// Roles, beginnings of users' ids in lower case, or `none` for calls without a token.
  package private(set) var callers: [String] = []
  /// Beginnings of ids, in lower case.
  package private(set) var ids: [String] = []
  /// Beginnings of trace ids, in lower case.
  package private(set) var traces: [TraceMembers] = []
  /// The shortest duration in seconds.
  package private(set) var minimum: Double?
  /// The earliest start.
  package private(set) var since: Date?
  /// Texts that all occur.
  package private(set) var words: [TextNeedle] = []
  /// The terms that could not be read.
  package private(set) var problems: [FilterProblem] = []

  /// Reads the terms of a filter bar.
  package init(_ filter: Filter, now: Date) {
    for term in filter.terms { read(term, now: now) }
  }

  private mutating func read(_ term: Filter.Term, now: Date) {
    guard let name = term.name else { return words.append(TextNeedle(term.value)) }
    guard Self.names.contains(name) else {
      return problems.append(.unknownName(term, known: Self.names))
    }
    let value = term.value.lowercased()
    guard !value.isEmpty else { return problems.append(FilterProblem(term, "has no value")) }
    switch name {
    case "function": functions.insert(term.value)
    case "status":
      guard let status = StatusClass(value) else {
        return problems.append(.noStatus(term))
      }
      statuses.append(status)
    case "trigger":
      guard let trigger = InvocationRecord.Trigger(rawValue: value) else {
        return problems.append(.unknownValue(term, "trigger", InvocationRecord.Trigger.allCases.map(\.rawValue)))
      }
      triggers.insert(trigger)
    case "caller": callers.append(value)
    case "id": ids.append(value)
    case "trace":
      guard value.utf8.count == 32 else {
        return problems.append(FilterProblem(term, "is no trace: expected its id of 32 hexadecimal digits"))
      }
      traces.append(TraceMembers(value))
    // It selects hosts, not calls.
    case "host": break
    case "min":
      guard let seconds = DurationText.seconds(value) else {
        return problems.append(FilterProblem(term, "is no duration: expected 200ms, 1.5s or 2m"))
      }
      minimum = max(minimum ?? 0, seconds)
    default:
      guard let date = InstantText.date(term.value, now: now) else {
        return problems.append(.noInstant(term))
      }
      since = max(since ?? date, date)
    }
  }
}
