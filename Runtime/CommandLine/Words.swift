import Edge
import Foundation
import Jobs

/// How tables and sentences say what the jobs' records hold.
enum Words {
  /// An instant to the second, in UTC: `2026-03-01T12:00:00Z`.
  static func instant(_ date: Date) -> String { "\(WireDate.string(from: date).prefix(19))Z" }

  /// A host by its machine and process, without what tells it from an earlier one.
  static func host(_ id: String) -> String {
    let parts = id.split(separator: "/")
    return line(parts.count == 3 ? parts.prefix(2).joined(separator: "/") : id)
  }

  /// `12 ms`, `1.5 s`, `90 s`.
  static func duration(milliseconds: Int64) -> String {
    guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
    guard milliseconds < 10_000 else { return "\(milliseconds / 1000) s" }
    return "\(milliseconds / 1000).\(milliseconds / 100 % 10) s"
  }

  /// A text from outside on one line of bounded length: no terminal is told to do anything.
  static func line(_ text: String) -> String {
    let line = plain(text)
    return line.count > 100 ? "\(line.prefix(99))…" : line
  }

  /// A text from outside on one line, whole: without control characters, line breaks, and changes of the writing direction.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          let properties = scalar.properties
          let isPlain =
            properties.generalCategory != .control && !properties.isWhitespace && !properties.isBidiControl
          return isPlain ? scalar : " "
        }))
  }
}

extension RunRecord {
  /// `timed out`.
  var outcomeInWords: String { outcome.replacing("_", with: " ") }

  /// What went wrong, and that another host had the job before.
  var remarks: String {
    [error.map(Words.line), takenOverFrom.map { "taken over from \(Words.host($0))" }].compactMap { $0 }
      .joined(separator: "; ")
  }

  /// What came of it, and what comes next, for whoever waited for it.
  ///
  /// - Parameter isHosted: whether a host is running that would try again.
  func summary(isHosted: Bool) -> String {
    let preposition = outcome == RunOutcome.completed.rawValue ? "in" : "after"
    let time = milliseconds.map { " \(preposition) \(Words.duration(milliseconds: $0))" } ?? ""
    var lines = ["\(name) \(outcomeInWords)\(time) (job \(jobID ?? 0), try \(attempt))"]
    if let error { lines[0] += ": \(Words.line(error))" }
    if let nextRunAt {
      lines.append(
        "It is tried again at \(Words.instant(nextRunAt))\(isHosted ? "" : ", if a host is running by then").")
    } else if isDead {
      lines.append(
        "That was its last try: it stays in the queue as dead. `\(Program.name) jobs retry \(jobID ?? 0)` tries again.")
    }
    return lines.joined(separator: "\n")
  }
}
