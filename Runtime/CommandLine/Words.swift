import Console
import Edge
import FoundationEssentials

/// The texts of instants, durations and hosts in tables and sentences, and texts from outside on one line.
enum Words {
  /// An instant to the second, in UTC: `2026-03-01T12:00:00Z`.
  static func instant(_ date: Date) -> String { "\(WireDate.string(from: date).prefix(19))Z" }

  /// A holder without its random part: machine and process.
  static func host(_ id: String) -> String {
    let parts = id.split(separator: "/")
    return line(parts.count == 3 ? parts.prefix(2).joined(separator: "/") : id)
  }

  /// `12 ms`, `1.5 s`, `90 s`, `5 min`, as the console writes it.
  static func duration(milliseconds: Int64) -> String { Quantities.duration(seconds: Double(milliseconds) / 1000) }

  /// A text from outside on one line of at most 100 characters, without control characters.
  static func line(_ text: String) -> String {
    let line = plain(text)
    return line.count > 100 ? "\(line.prefix(99))…" : line
  }

  /// A text from outside on one line, in full: spaces replace control characters, line breaks and changes of the
  /// writing direction.
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
