package import FoundationEssentials
package import Host

/// The filter of groups of errors: `function:`, `kind:`, `status:`, `version:`, `state:`, `since:`, `host:` and free
/// words.
package struct ErrorFilter: Sendable, Hashable {
  /// Which groups are listed.
  package enum State: String, Sendable, CaseIterable {
    /// Those that are not marked as resolved, or came back.
    case open
    case resolved
    case all
  }

  /// The names of terms, in the order in which the page lists them.
  package enum Name: String, CaseIterable {
    case function, kind, status, version, state, since, host
  }

  package private(set) var functions: Set<String> = []
  package private(set) var kinds: Set<ErrorGroup.Kind> = []
  package private(set) var statuses: [StatusClass] = []
  /// Beginnings of versions.
  package private(set) var versions: [String] = []
  package private(set) var state = State.open
  /// The earliest last error.
  package private(set) var since: Date?
  package let words: [TextNeedle]
  package private(set) var problems: [FilterProblem] = []

  package init(_ filter: Filter, now: Date) {
    words = filter.needles
    problems = filter.readTerms { (name: Name, term) throws(FilterProblem) in
      switch name {
      case .function: functions.insert(term.value)
      case .kind: kinds.insert(try term.choice("kind"))
      case .status: statuses.append(try term.statusClass())
      case .version: versions.append(term.value.lowercased())
      case .state: state = try term.choice("state")
      case .since: since = max(since ?? .distantPast, try term.instant(now: now))
      // It selects hosts, not groups.
      case .host: break
      }
    }
  }

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
}
