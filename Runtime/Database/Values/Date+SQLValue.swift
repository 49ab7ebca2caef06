public import FoundationEssentials
import Wire

extension Date: SQLValue {
  /// ISO 8601 text in UTC with milliseconds, `2025-11-20T08:30:00.000Z`, which sorts as time does.
  ///
  /// Rounded to the millisecond. Dates before the year 1 or after 9999 are stored as the first or last moment of that
  /// range.
  public func encoded() -> DatabaseValue { .text(WireDate.string(from: self)) }

  /// ISO 8601 text: `T` or a space in the middle, with or without a fraction, `Z`, an offset, or none (UTC, as
  /// SQLite's own `CURRENT_TIMESTAMP` means it).
  public static func decoded(from value: DatabaseValue) -> Date? {
    if case .text(let text) = value { WireDate.date(from: text) } else { nil }
  }
}
