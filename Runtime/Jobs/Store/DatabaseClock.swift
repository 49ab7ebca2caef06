import Foundation
import Synchronization

/// The database's clock, read without asking each time: what it said last, and how long ago that was.
///
/// So hosts whose own clocks are wrong, or are being set, agree on the ticks.
final class DatabaseClock: Sendable {
  private let last = Mutex<(date: Date, at: ContinuousClock.Instant)?>(nil)

  /// The instant; this machine's as long as the database has not been asked.
  var now: Date {
    guard let (date, instant) = last.withLock({ $0 }) else { return Date() }
    return date.addingTimeInterval(instant.duration(to: .now) / .seconds(1))
  }

  /// Takes what the database said between two instants.
  func set(_ date: Date, from start: ContinuousClock.Instant, to end: ContinuousClock.Instant = .now) {
    last.withLock { $0 = (date, start + start.duration(to: end) / 2) }
  }
}
