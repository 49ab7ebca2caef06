/// Reads periods of whole seconds, from one second to a year.
enum Interval {
  private static let longest = 365 * 86_400

  /// The number of pg_cron's `30 seconds`, 1 to 59.
  static func counted(_ text: Substring) throws(ScheduleError) -> Int {
    guard let seconds = Digits.number(text), (1...59).contains(seconds) else {
      throw ScheduleError("interval", text, "expected 1 to 59 seconds; longer periods are written @every 90s")
    }
    return seconds
  }

  /// A duration as Go writes it, in whole numbers: `90s`, `1h30m`.
  static func duration(_ text: Substring) throws(ScheduleError) -> Int {
    var total = 0
    var rest = text
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[digits.endIndex...]
      guard let number = Digits.number(digits), let unit = rest.popFirst(), let seconds = units[unit],
        // "ms" means milliseconds, which are not supported.
        rest.first.map({ $0.isNumber }) ?? true
      else {
        throw ScheduleError(
          "interval", text, "expected whole hours, minutes and seconds, such as 90s, 5m or 1h30m")
      }
      total += number * seconds
    }
    guard (1...longest).contains(total) else {
      throw ScheduleError("interval", text, "expected 1 second to 365 days (8760h)")
    }
    return total
  }

  private static let units: [Character: Int] = ["h": 3600, "m": 60, "s": 1]
}
