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

    func date(at other: ContinuousClock.Instant) -> Date {
      date.addingTimeInterval(instant.duration(to: other) / .seconds(1))
    }
  }

  private struct State {
    var last: Reading?
    var isAhead = false
  }

  private let state = Mutex(State())
  /// How far a reading may be ahead of the extrapolated time, beside both readings' uncertainty.
  private let tolerance: Duration

  init(tolerance: Duration) { self.tolerance = tolerance }

  /// The current time; this machine's until the first reading.
  var now: Date {
    guard let last = state.withLock(\.last) else { return Date() }
    return last.date(at: .now)
  }

  /// Records a reading that was taken between two instants.
  ///
  /// A reading whose round trip was slow does not replace a more precise one, as in NTP (RFC 5905, section 10). The
  /// uncertainty of a reading grows by a hundredth of its age, so a clock that was set counts soon.
  func set(_ date: Date, from start: ContinuousClock.Instant, to end: ContinuousClock.Instant = .now) {
    let uncertainty = start.duration(to: end) / 2
    let reading = Reading(date: date, instant: start + uncertainty, uncertainty: uncertainty)
    state.withLock { state in
      if let last = state.last {
        let ahead = Duration.seconds(date.timeIntervalSince(last.date(at: reading.instant)))
        if ahead > uncertainty + last.uncertainty + tolerance { state.isAhead = true }
        if uncertainty > last.uncertainty + last.instant.duration(to: end) / 100 { return }
      }
      state.last = reading
    }
  }

  /// Whether the clock was set forward by more than the tolerance since the last call.
  ///
  /// It is kept from one reading to the next, because each host takes its readings in several places.
  func takeStep() -> Bool {
    state.withLock { state in
      defer { state.isAhead = false }
      return state.isAhead
    }
  }
}
