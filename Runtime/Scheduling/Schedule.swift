package import FoundationEssentials
import Wire

/// A cron expression in a time zone.
///
/// - Five fields (minute, hour, day of month, month, day of week), or six with seconds in front.
/// - `@hourly @daily @midnight @weekly @monthly @yearly @annually`.
/// - `@every 1h30m` and pg_cron's `30 seconds`: multiples of the period since 1970-01-01T00:00:00Z, so that all hosts
///   agree. They do not depend on the time zone.
///
/// If both day fields are restricted, a day that matches either of them matches; a field that begins with `*` (or is
/// `?`) is unrestricted, and then both must match (Vixie cron, pg_cron).
///
/// Where clocks change, schedules for *every* hour fire at each instant whose local time matches. For the others:
/// - Occurrences that the clock jumps over become one run, at the first instant after the gap.
/// - An occurrence that the clock shows twice runs in the first pass only if seconds, minutes and hours are single
///   values and lists of them, and in both passes if one of them has a range, a step or `*`.
///
/// Occurrences lie in the years 1900 to 9999 in UTC.
package struct Schedule: Sendable {
  /// The expression, as given.
  package let expression: String
  /// The IANA name of the time zone, as given.
  package let timeZone: String

  private let zone: Zone
  private let plan: Plan

  private enum Plan {
    /// A period in seconds.
    case interval(Int)
    case calendar(Pattern)
  }

  /// Reads an expression.
  ///
  /// - Parameters:
  ///   - expression: At most 256 bytes of printable ASCII.
  ///   - timeZone: An IANA name, read from the system's time zone files (in `TZDIR`, or `/usr/share/zoneinfo`) once per
  ///     process. `UTC` needs no file.
  /// - Throws: ``ScheduleError`` for a malformed expression, for one that can never fire, and for an unknown zone.
  package init(_ expression: String, timeZone: String = "UTC") throws(ScheduleError) {
    self.expression = expression
    self.timeZone = timeZone
    switch try Expression(expression) {
    case .interval(let seconds): plan = .interval(seconds)
    case .fields(let fields): plan = .calendar(try Pattern(fields))
    }
    zone = try ZoneStore.zone(named: timeZone)
  }

  /// The first occurrence strictly after an instant, a whole second; nil only past the year 9999.
  package func next(after instant: Date) -> Date? {
    // Rounded on the scale of the reference date: on that of 1970 a fraction could be lost before.
    let seconds = instant.timeIntervalSinceReferenceDate.rounded(.down)
    guard seconds < Double(Occurrences.last - Self.referenceDate) else { return nil }
    let first = Double(Occurrences.first - Self.referenceDate)
    return date(nearest(from: seconds < first ? Occurrences.first : Int(seconds) + Self.referenceDate + 1, .forward))
  }

  /// The last occurrence strictly before an instant, a whole second; nil only before the year 1900.
  package func previous(before instant: Date) -> Date? {
    let seconds = instant.timeIntervalSinceReferenceDate.rounded(.up)
    guard seconds > Double(Occurrences.first - Self.referenceDate) else { return nil }
    let last = Double(Occurrences.last - Self.referenceDate)
    return date(nearest(from: seconds > last ? Occurrences.last : Int(seconds) + Self.referenceDate - 1, .backward))
  }

  /// An instant on the zone's clock, in ISO 8601 with the offset: `2026-03-29T03:00:00+02:00`.
  ///
  /// Fractions of a second are dropped; an instant outside the years 1 to 9999 is shown as the first or last of them.
  package func localTime(_ instant: Date) -> String {
    let seconds = instant.timeIntervalSinceReferenceDate.rounded(.down)
    let first = Double(LocalTime.first - Self.referenceDate)
    let last = Double(LocalTime.last - Self.referenceDate)
    // NaN is shown as the first.
    let clamped = Int(seconds >= first ? min(seconds, last) : first) + Self.referenceDate
    return LocalTime(clamped, offset: zone.segment(at: clamped).offset).text
  }

  /// The last change of the zone's clock after an instant and up to another; nil if there is none.
  ///
  /// An interval has none: it does not depend on the clock.
  package func clockChange(after start: Date, upTo end: Date) -> ClockChange? {
    guard case .calendar = plan else { return nil }
    let (first, last) = (start.timeIntervalSince1970, end.timeIntervalSince1970)
    guard first < last, first >= Double(Occurrences.first), last <= Double(Occurrences.last) else { return nil }
    let segment = zone.segment(at: Int(last))
    guard Double(segment.start) > first else { return nil }
    let before = zone.segment(at: segment.start - 1)
    guard before.offset != segment.offset else { return nil }
    return ClockChange(
      at: Date(timeIntervalSince1970: Double(segment.start)), seconds: segment.offset - before.offset,
      local: LocalTime(segment.start, offset: segment.offset).text)
  }

  /// 2001-01-01T00:00:00Z, which `Date` counts from.
  private static let referenceDate = 978_307_200

  private func nearest(from instant: Int, _ direction: Direction) -> Int? {
    switch plan {
    case .interval(let period):
      let (count, rest) = floorDivide(instant, period)
      let nearest = (direction == .forward && rest > 0 ? count + 1 : count) * period
      return Occurrences.range.contains(nearest) ? nearest : nil
    case .calendar(let pattern):
      return Occurrences(pattern: pattern, zone: zone).nearest(from: instant, direction)
    }
  }

  private func date(_ instant: Int?) -> Date? {
    instant.map { Date(timeIntervalSinceReferenceDate: Double($0 - Self.referenceDate)) }
  }
}

extension Schedule: Hashable {
  /// Whether expression and time zone are the same text.
  package static func == (one: Schedule, other: Schedule) -> Bool {
    one.expression == other.expression && one.timeZone == other.timeZone
  }

  /// Hashes expression and time zone.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(expression)
    hasher.combine(timeZone)
  }
}

extension Schedule: CustomStringConvertible {
  /// The schedule in plain English: `every weekday at 02:30, Europe/Berlin`, `every 90 seconds`.
  package var description: String {
    switch plan {
    case .interval(let seconds): ScheduleWords.interval(seconds)
    case .calendar(let pattern): "\(pattern.words), \(timeZone)"
    }
  }
}
