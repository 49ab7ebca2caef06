public import Foundation

/// Instants on the wire: ISO 8601, in UTC, with milliseconds when written; the spelling of the database too.
public enum WireDate {
  /// `2026-03-01T12:00:00.250Z`.
  public static func string(from date: Date) -> String { Timestamp.text(of: date) }

  /// Reads an instant with or without a fraction, with or without an offset (without one it is UTC).
  ///
  /// - Returns: nil if the text is no ISO 8601 instant.
  public static func date(from text: String) -> Date? { Timestamp.date(from: text) }
}
