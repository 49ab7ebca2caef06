public import FoundationEssentials

/// A day of the UTC calendar: `2026-03-01`.
public struct CalendarDay: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Whole days since 1 January 1970.
  public let daysSinceEpoch: Int

  /// The UTC day of an instant.
  ///
  /// An instant before the year 1 or after 9999 counts as the first or the last day.
  public init(containing date: Date) {
    let days = (date.timeIntervalSince1970 / 86_400).rounded(.down)
    daysSinceEpoch = days.isNaN ? 0 : Int(min(max(days, -719_162), 2_932_896))
  }

  private init(daysSinceEpoch: Int) { self.daysSinceEpoch = daysSinceEpoch }

  /// The day a number of days later.
  public func advanced(by days: Int) -> CalendarDay { CalendarDay(daysSinceEpoch: daysSinceEpoch + days) }

  /// `YYYY-MM-DD`.
  public var description: String {
    String(WireDate.string(from: Date(timeIntervalSince1970: Double(daysSinceEpoch) * 86_400)).prefix(10))
  }

  /// The earlier day comes first.
  public static func < (first: CalendarDay, second: CalendarDay) -> Bool {
    first.daysSinceEpoch < second.daysSinceEpoch
  }
}

extension CalendarDay: SQLValue {
  /// The text `YYYY-MM-DD`.
  public func encoded() -> DatabaseValue { .text(description) }

  /// Parses the text `YYYY-MM-DD`.
  public static func decoded(from value: DatabaseValue) -> CalendarDay? {
    guard case .text(let text) = value, text.utf8.count == 10, let date = WireDate.date(from: text + "T00:00:00Z")
    else { return nil }
    return CalendarDay(containing: date)
  }
}
