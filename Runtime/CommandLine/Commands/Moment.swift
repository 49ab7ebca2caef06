import ArgumentParser
import Edge
import FoundationEssentials

/// An instant in a flag: ISO 8601, a day, or a time before now.
struct Moment: ExpressibleByArgument, Sendable, Hashable {
  let date: Date

  /// Reads `2026-03-01T12:00:00Z`, `2026-03-01` (in UTC) or `2h`; nil for anything else.
  init?(argument text: String) { self.init(text, now: Date()) }

  init?(_ text: String, now: Date) {
    if let date = WireDate.date(from: text) ?? WireDate.date(from: "\(text)T00:00:00Z") {
      self.date = date
    } else if text.last?.isLetter == true, let seconds = Quantity.seconds(text), seconds <= 1e10 {
      // A number without a unit could also be a year.
      date = now.addingTimeInterval(-seconds)
    } else {
      return nil
    }
  }
}
