/// The format of dates in HTTP's fields: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
package enum HTTPDate {
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The text of an instant in seconds since 1970, independent of the locale.
  package static func text(of seconds: Int) -> String {
    let (days, second) = floorDivide(seconds, 86_400)
    let date = CivilDate(days: days)
    return "\(weekdays[CivilDate.weekday(days: days)]), "
      + "\(padded(date.day, 2)) \(months[date.month - 1]) \(padded(date.year, 4)) "
      + "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2)) GMT"
  }

  /// Parses a date.
  ///
  /// - Returns: seconds since 1970; nil for any other text, also for the two obsolete forms, which no client sends.
  package static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, let day = Int(parts[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]), (0...9999).contains(year)
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, clock.allSatisfy({ (0...59).contains($0) }) else { return nil }
    let days = CivilDate(year, month + 1, day).days
    let seconds = days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    // Formatting gives the same text only for a well-formed date with the right weekday.
    return self.text(of: seconds) == text ? seconds : nil
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
