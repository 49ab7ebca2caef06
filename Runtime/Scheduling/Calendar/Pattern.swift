import Wire

/// The seconds, minutes, hours, days and months at which a cron expression fires.
///
/// No set is empty, and at least one day of some year matches.
struct Pattern: Hashable {
  let seconds: UInt64
  let minutes: UInt64
  let hours: UInt64
  let months: UInt64
  let days: DayRule
  /// Whether the seconds, minutes or hours have a range, a step or `*`.
  let isInterval: Bool

  /// Whether the pattern excludes hours. Then an occurrence that the clock jumps over still runs.
  var restrictsHours: Bool { hours != Self.everyHour }

  static let everyHour = UInt64(0...23)
  static let everySixtieth = UInt64(0...59)
  static let everyMonth = UInt64(1...12)

  /// The first matching second from a local one on in a direction, that second included; nil beyond the years of
  /// occurrences. Seconds count since 1970-01-01T00:00:00 on the zone's clock.
  func nearest(from local: Int, _ direction: Direction) -> Int? {
    let (day, time) = floorDivide(local, 86_400)
    var date = CivilDate(days: day)
    if months.has(date.month) {
      let matching = days.days(year: date.year, month: date.month)
      if matching.has(date.day), let time = self.time(from: time, direction) { return day * 86_400 + time }
      if let found = matching.nearest(from: date.day + direction.step, direction) {
        return (day + found - date.day) * 86_400 + firstTime(direction)
      }
    }
    while true {
      if let month = months.nearest(from: date.month + direction.step, direction) {
        date.month = month
      } else {
        date.year += direction.step
        guard Self.years.contains(date.year) else { return nil }
        date.month = months.edge(direction)
      }
      let matching = days.days(year: date.year, month: date.month)
      guard matching != 0 else { continue }
      date.day = matching.edge(direction)
      return date.days * 86_400 + firstTime(direction)
    }
  }

  /// The years of occurrences, and one on either side because of local time.
  private static let years = 1899...10_000

  /// The first matching second of a day from one on in a direction, both counted from the day's beginning.
  private func time(from time: Int, _ direction: Direction) -> Int? {
    let hour = time / 3600
    let minute = time / 60 % 60
    if hours.has(hour) {
      if minutes.has(minute), let second = seconds.nearest(from: time % 60, direction) {
        return hour * 3600 + minute * 60 + second
      }
      if let minute = minutes.nearest(from: minute + direction.step, direction) {
        return hour * 3600 + minute * 60 + seconds.edge(direction)
      }
    }
    guard let hour = hours.nearest(from: hour + direction.step, direction) else { return nil }
    return hour * 3600 + minutes.edge(direction) * 60 + seconds.edge(direction)
  }

  private func firstTime(_ direction: Direction) -> Int {
    hours.edge(direction) * 3600 + minutes.edge(direction) * 60 + seconds.edge(direction)
  }
}
