public import Foundation

/// Instants on the wire: ISO 8601, in UTC, with milliseconds when written.
public enum WireDate {
  /// `2026-03-01T12:00:00.250Z`.
  public static func string(from date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// Reads an instant with or without a fraction, with or without an offset (without one it is UTC).
  ///
  /// - Returns: nil if the text is no ISO 8601 instant.
  public static func date(from text: String) -> Date? {
    guard text.utf8.count <= 40 else { return nil }
    let hasOffset = text.hasSuffix("Z") || text.hasSuffix("z") || text.dropFirst(11).contains { $0 == "+" || $0 == "-" }
    let full = (hasOffset ? text : text + "Z").replacing("z", with: "Z").replacing(" ", with: "T", maxReplacements: 1)
    return try? Date(full, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: full.contains(".")))
  }
}
