package import FoundationEssentials

/// A change of a zone's clock.
package struct ClockChange: Sendable, Hashable {
  package let at: Date
  /// The number of seconds by which the clock goes forward; if negative, back.
  package let seconds: Int
  /// The time on the clock after the change, in ISO 8601 with the offset.
  package let local: String
}

extension ClockChange: CustomStringConvertible {
  /// The change in words: `clocks go forward 1 h to 2026-03-29T03:00:00+02:00`.
  package var description: String {
    let (hours, rest) = (abs(seconds) / 3600, abs(seconds) % 3600)
    var parts: [String] = []
    if hours > 0 { parts.append("\(hours) h") }
    if rest / 60 > 0 { parts.append("\(rest / 60) min") }
    if rest % 60 > 0 { parts.append("\(rest % 60) s") }
    return "clocks go \(seconds > 0 ? "forward" : "back") \(parts.joined(separator: " ")) to \(local)"
  }
}
