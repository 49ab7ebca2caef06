import Edge
import Foundation
import Synchronization

/// The `Date` field (RFC 9110, section 5.6.7), written once a second and not once a response.
final class DateHeader: Sendable {
  private let state = Mutex((second: Int.min, text: ""))

  func value() -> String {
    let second = time(nil)
    return state.withLock { state in
      if second != state.second { state = (second, Self.text(Date(timeIntervalSince1970: Double(second)))) }
      return state.text
    }
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, from the ISO form: a localised formatter would load every language's data for it.
  private static func text(_ date: Date) -> String {
    let iso = WireDate.string(from: date)
    let month = Int(iso.dropFirst(5).prefix(2)) ?? 1
    let weekday = CalendarDay(containing: date).daysSinceEpoch % 7
    return "\(weekdays[(weekday + 7) % 7]), \(iso.dropFirst(8).prefix(2)) \(months[(month - 1) % 12]) "
      + "\(iso.prefix(4)) \(iso.dropFirst(11).prefix(8)) GMT"
  }
}
