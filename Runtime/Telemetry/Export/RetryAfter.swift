import FoundationEssentials
import Wire

/// The pause that the header field `Retry-After` asks for (RFC 9110, section 10.2.3).
enum RetryAfter {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads seconds, or an instant such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Returns: nil for another text; zero for an instant in the past.
  static func pause(_ text: String, now: Date) -> Duration? {
    if !text.isEmpty, text.utf8.allSatisfy({ ASCII.isDigit($0) }) { return .seconds(min(Int(text) ?? .max, 1 << 31)) }
    return instant(text).map { .seconds(min(max(0, $0.timeIntervalSince(now)), 0x1p31)) }
  }

  private static func instant(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]), (1970...9999).contains(year)
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
      return nil
    }
    let days = CivilDate(year, month + 1, day).days
    return Date(timeIntervalSince1970: Double(days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]))
  }
}
