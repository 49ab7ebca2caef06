package import Foundation
package import Host

/// The filter of groups of errors: `function:`, `kind:`, `status:`, `version:`, `state:`, `since:`, `host:` and free words.
package struct ErrorFilter: Sendable, Hashable {
  /// Which groups are listed.
  package enum State: String, Sendable, CaseIterable {
    /// Those that are not marked as resolved, or came back.
    case open
    case resolved
    case all
  }

  /// The names of terms, in the order in which the page lists them.
  package static let names = ["function", "kind", "status", "version", "state", "since", "host"]

  package private(set) var functions: Set<String> = []
  package private(set) var kinds: Set<ErrorGroup.Kind> = []
  package private(set) var statuses: [StatusClass] = []
  /// Beginnings of versions.
  package private(set) var versions: [String] = []
  package private(set) var state = State.open
  /// The earliest last error.
  package private(set) var since: Date?
  package private(set) var words: [TextNeedle] = []
  /// The terms that could not be read.
  package private(set) var problems: [FilterProblem] = []

  /// Reads the terms of a filter bar.
  package init(_ filter: Filter, now: Date) {
    for term in filter.terms { read(term, now: now) }
  }

  /// Whether a group matches.
  package func matches(_ group: ErrorGroup, isResolved: Bool) -> Bool {
    if state != .all, isResolved != (state == .resolved) { return false }
    if let since, group.last < since { return false }
    if !functions.isEmpty, !functions.contains(group.function) { return false }
    if !kinds.isEmpty, !kinds.contains(group.kind) { return false }
    if !statuses.isEmpty, !statuses.contains(where: { $0.contains(group.status) }) { return false }
    if !versions.isEmpty, !group.versions.contains(where: { version in versions.contains(where: version.hasPrefix) }) {
      return false
    }
    return words.allSatisfy {
      $0.occurs(in: group.message) || $0.occurs(in: group.exampleText) || $0.occurs(in: group.function)
    }
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
    case "kind":
      guard let kind = ErrorGroup.Kind(rawValue: value) else {
        return problems.append(.unknownValue(term, "kind", ErrorGroup.Kind.allCases.map(\.rawValue)))
      }
      kinds.insert(kind)
    case "status":
      guard let status = StatusClass(value) else {
        return problems.append(.noStatus(term))
      }
      statuses.append(status)
    case "version": versions.append(value)
    // It selects hosts, not groups.
    case "host": break
    case "state":
      guard let state = State(rawValue: value) else {
        return problems.append(.unknownValue(term, "state", State.allCases.map(\.rawValue)))
      }
      self.state = state
    default:
      guard let date = InstantText.date(term.value, now: now) else { return problems.append(.noInstant(term)) }
      since = max(since ?? date, date)
    }
  }
}
