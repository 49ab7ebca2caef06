package import FoundationEssentials
import Wire

/// Instants as a filter spells them: a time before now (`15m`), a day (`2026-03-01`) or ISO 8601
/// (`2026-03-01T12:00:00Z`), in UTC.
package enum InstantText {
  package static func date(_ text: String, now: Date) -> Date? {
    if let seconds = DurationText.seconds(text) { return now.addingTimeInterval(-seconds) }
    return WireDate.date(from: text) ?? WireDate.date(from: "\(text)T00:00:00Z")
  }
}
