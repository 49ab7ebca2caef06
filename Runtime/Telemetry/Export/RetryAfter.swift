import FoundationEssentials
import Wire

/// The pause that the header field `Retry-After` asks for (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// Reads seconds, or an instant such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Returns: nil for another text; zero for an instant in the past.
  static func pause(_ text: String, now: Date) -> Duration? {
    if !text.isEmpty, text.utf8.allSatisfy({ ASCII.isDigit($0) }) { return .seconds(min(Int(text) ?? .max, 1 << 31)) }
    return HTTPDate.seconds(text).map { .seconds(min(max(0, Double($0) - now.timeIntervalSince1970), 0x1p31)) }
  }
}
