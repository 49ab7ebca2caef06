import FoundationEssentials
import Wire

/// An instant, relative to now; the exact time is shown on hover. The script keeps the text current and turns zones.
struct Instant: Sendable {
  private let date: Date
  private let now: Date
  private let zone: String?

  /// - Parameter zone: the job's time zone, one of the zones the script turns to: `Europe/Berlin`.
  init(_ date: Date, now: Date, zone: String? = nil) {
    self.date = date
    self.now = now
    self.zone = zone
  }

  var html: HTML {
    let exact = WireDate.string(from: date)
    let zone: HTML = zone.map { " data-zone=\"\($0)\"" } ?? .empty
    return "<time datetime=\"\(exact)\"\(zone) title=\"\(Self.exact(date))\">\(relative)</time>"
  }

  /// The start time that an age implies, rounded to the second, so that a rendering a second later shows the same text.
  static func began(secondsAgo age: Double, now: Date) -> Instant {
    Instant(Date(timeIntervalSince1970: (now.timeIntervalSince1970 - age).rounded()), now: now)
  }

  /// An instant to the millisecond, in UTC: `2026-03-01 12:00:00.250 UTC`.
  static func exact(_ date: Date) -> String {
    let text = WireDate.string(from: date)
    return "\(text.prefix(10)) \(text.dropFirst(11).dropLast()) UTC"
  }

  private var relative: String {
    let seconds = now.timeIntervalSince(date)
    return switch seconds {
    case -1..<1: "now"
    case 0...: "\(Self.span(seconds)) ago"
    default: "in \(Self.span(-seconds))"
    }
  }

  /// Two units at most, as the script writes it too: `42 s`, `3 min`, `1 h 20 min`, `2 d`.
  private static func span(_ seconds: Double) -> String {
    let seconds = Int(min(seconds, 1e12))
    return switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<86_400: seconds / 60 % 60 == 0 ? "\(seconds / 3600) h" : "\(seconds / 3600) h \(seconds / 60 % 60) min"
    default: "\(seconds / 86_400) d"
    }
  }
}
