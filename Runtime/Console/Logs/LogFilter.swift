package import Foundation
package import Logging

/// The filter of log lines: `level:`, `function:`, `id:`, `since:`, `host:` and free words.
///
/// A name may occur more than once: its values are alternatives. Different names, and the free words, must all match.
package struct LogFilter: Sendable, Hashable {
  /// The names of terms, in the order in which the page lists them.
  package static let names = ["level", "function", "id", "since", "host"]

  /// The lowest level.
  package private(set) var level: Logger.Level?
  package private(set) var functions: Set<String> = []
  /// Beginnings of invocations' ids, in lower case.
  package private(set) var ids: [String] = []
  /// The earliest line.
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
    guard !term.value.isEmpty else { return problems.append(FilterProblem(term, "has no value")) }
    switch name {
    case "level":
      guard let level = Logger.Level(rawValue: term.value.lowercased()) else {
        return problems.append(.unknownValue(term, "level", Logger.Level.allCases.map(\.rawValue)))
      }
      self.level = min(self.level ?? level, level)
    case "function": functions.insert(term.value)
    case "id": ids.append(term.value.lowercased())
    // It selects hosts, not lines.
    case "host": break
    default:
      guard let date = InstantText.date(term.value, now: now) else {
        return problems.append(.noInstant(term))
      }
      since = max(since ?? date, date)
    }
  }
}
