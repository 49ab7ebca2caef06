import ArgumentParser
import Edge
import FoundationEssentials

/// An instant to come in a flag: ISO 8601, a day, or a time from now.
struct DueTime: ExpressibleByArgument, Sendable, Hashable {
  let date: Date

  /// Reads `2026-03-01T12:00:00Z`, `2026-03-01` (in UTC) or `2h`; nil for anything else.
  init?(argument text: String) { self.init(text, now: Date()) }

  init?(_ text: String, now: Date) {
    guard let moment = Moment(text, now: now) else { return nil }
    // `Moment` reads a duration as a time before now; here it is a time after now.
    let isRelative = text.last?.isLetter == true && WireDate.date(from: text) == nil
    date = isRelative ? now.addingTimeInterval(now.timeIntervalSince(moment.date)) : moment.date
  }
}
