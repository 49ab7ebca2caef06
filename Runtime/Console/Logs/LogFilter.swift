package import FoundationEssentials
package import Host
package import Logging
import Wire

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
  package private(set) var problems: [FilterProblem] = []

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

  /// Whether a line matches. A word may stand in the message, the function's name, or a field's value.
  package func matches(_ record: LogRecord) -> Bool {
    if let level, record.level < level { return false }
    if let since, record.time < since { return false }
    if !functions.isEmpty {
      guard let function = record.function, functions.contains(function) else { return false }
    }
    if !ids.isEmpty {
      guard let id = record.invocation?.lowercased, ids.contains(where: id.hasPrefix) else { return false }
    }
    return words.allSatisfy { word in
      word.occurs(in: record.message) || record.function.map(word.occurs) == true
        || record.fields.contains { word.occurs(in: $0.value) }
    }
  }
}
