import FoundationEssentials
import Synchronization

/// The database's clock, extrapolated from its last reading by the time that has passed since.
///
/// Hosts with wrong clocks agree on the ticks by it.
final class DatabaseClock: Sendable {
  private let last = Mutex<(date: Date, at: ContinuousClock.Instant)?>(nil)

  /// The current time; this machine's until the first reading.
  var now: Date {
    guard let (date, instant) = last.withLock({ $0 }) else { return Date() }
    return date.addingTimeInterval(instant.duration(to: .now) / .seconds(1))
  }

  /// Records a reading that was taken between two instants.
  func set(_ date: Date, from start: ContinuousClock.Instant, to end: ContinuousClock.Instant = .now) {
    last.withLock { $0 = (date, start + start.duration(to: end) / 2) }
  }
}
