import Edge
import Foundation

/// Dates as HTTP's fields have them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
enum HTTPDate {
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The text, from the ISO form: a localised formatter would load every language's data for it.
  static func text(of date: Date) -> String {
    let iso = WireDate.string(from: date)
    let month = Int(iso.dropFirst(5).prefix(2)) ?? 1
    let weekday = CalendarDay(containing: date).daysSinceEpoch % 7
    return "\(weekdays[(weekday + 7) % 7]), \(iso.dropFirst(8).prefix(2)) \(months[(month - 1) % 12]) "
      + "\(iso.prefix(4)) \(iso.dropFirst(11).prefix(8)) GMT"
  }

  /// Reads a date.
  ///
  /// - Returns: seconds since 1970; nil for what is no date, and for the two obsolete forms, which no client sends.
  static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, let month = months.firstIndex(of: String(parts[2])) else { return nil }
    let iso = "\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])T\(parts[4])Z"
    // Written again, it is the same only if all of it was well-formed, the weekday too.
    guard let date = WireDate.date(from: iso), self.text(of: date) == text else { return nil }
    return Int(date.timeIntervalSince1970)
  }
}
