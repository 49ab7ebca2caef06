import Glibc

/// The format of dates in HTTP's fields: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
package enum HTTPDate {
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The text of an instant, independent of the locale.
  ///
  /// - Parameter seconds: since 1970.
  package static func text(of seconds: Int) -> String {
    var (instant, parts) = (time_t(seconds), unsafe tm())
    guard unsafe gmtime_r(&instant, &parts) != nil else { return text(of: 0) }
    let (day, month, year) = unsafe (parts.tm_mday, parts.tm_mon, parts.tm_year)
    let (weekday, hour, minute, second) = unsafe (parts.tm_wday, parts.tm_hour, parts.tm_min, parts.tm_sec)
    return "\(weekdays[Int(weekday)]), \(padded(day, 2)) \(months[Int(month)]) \(padded(year + 1900, 4)) "
      + "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2)) GMT"
  }

  /// Parses a date.
  ///
  /// - Returns: seconds since 1970; nil for any other text, also for the two obsolete forms, which no client sends.
  package static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, let month = months.firstIndex(of: String(parts[2])) else { return nil }
    let clock = parts[4].split(separator: ":")
    guard clock.count == 3, let day = CInt(parts[1]), let year = CInt(parts[3]), (0...9999).contains(year),
      let hour = CInt(clock[0]), let minute = CInt(clock[1]), let second = CInt(clock[2])
    else { return nil }
    var date = unsafe tm()
    unsafe (date.tm_mday, date.tm_mon, date.tm_year) = (day, CInt(month), year - 1900)
    unsafe (date.tm_hour, date.tm_min, date.tm_sec) = (hour, minute, second)
    let seconds = Int(unsafe timegm(&date))
    // Formatting gives the same text only for a well-formed date with the right weekday.
    return self.text(of: seconds) == text ? seconds : nil
  }

  private static func padded(_ number: CInt, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
