import FoundationEssentials
import Synchronization

/// The database's clock, extrapolated from a reading by the time that has passed since.
///
/// Hosts with wrong clocks agree on the ticks by it.
final class DatabaseClock: Sendable {
  private struct Reading {
    /// The database's time at ``instant``.
    let date: Date
    let instant: ContinuousClock.Instant
    /// How far ``date`` may be off: half of the round trip.
    let uncertainty: Duration
  }

  private let last = Mutex<Reading?>(nil)

  /// The current time; this machine's until the first reading.
  var now: Date {
    guard let last = last.withLock({ $0 }) else { return Date() }
    return last.date.addingTimeInterval(last.instant.duration(to: .now) / .seconds(1))
  }

  /// Records a reading that was taken between two instants.
  ///
  /// A reading whose round trip was slow does not replace a more precise one, as in NTP (RFC 5905, section 10). The
  /// uncertainty of a reading grows by a hundredth of its age, so a clock that was set counts soon.
  func set(_ date: Date, from start: ContinuousClock.Instant, to end: ContinuousClock.Instant = .now) {
    let uncertainty = start.duration(to: end) / 2
    let reading = Reading(date: date, instant: start + uncertainty, uncertainty: uncertainty)
    last.withLock { last in
      if let last, uncertainty > last.uncertainty + last.instant.duration(to: end) / 100 { return }
      last = reading
    }
  }
}
