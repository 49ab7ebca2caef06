package import FoundationEssentials
package import Logging

/// The filter of log lines: `level:`, `function:`, `id:`, `since:`, `host:` and free words.
///
/// A name may occur more than once: its values are alternatives. Different names, and the free words, must all match.
package struct LogFilter: Sendable, Hashable {
  /// The names of terms, in the order in which the page lists them.
  package enum Name: String, CaseIterable {
    case level, function, id, since, host
  }

  /// The lowest level.
  package private(set) var level: Logger.Level?
  package private(set) var functions: Set<String> = []
  /// Beginnings of invocations' ids, in lower case.
  package private(set) var ids: [String] = []
  /// The earliest line.
  package private(set) var since: Date?
  /// Texts that all occur.
  package let words: [TextNeedle]
  /// The terms that could not be read.
  package private(set) var problems: [FilterProblem] = []

  /// Reads the terms of a filter bar.
  package init(_ filter: Filter, now: Date) {
    words = filter.needles
    problems = filter.readTerms { (name: Name, term) throws(FilterProblem) in
      switch name {
      case .level:
        let named: Logger.Level = try term.choice("level")
        level = min(level ?? named, named)
      case .function: functions.insert(term.value)
      case .id: ids.append(term.value.lowercased())
      case .since: since = max(since ?? .distantPast, try term.instant(now: now))
      // It selects hosts, not lines.
      case .host: break
      }
    }
  }
}
