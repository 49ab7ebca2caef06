import Foundation

/// What becomes of a process that signals tell to stop: a state machine that reads no clock.
///
/// The first signal begins the stop. At the end of the grace period what still runs is reported and has a moment more, in which cancelled work
/// can end and be written down. Then the process ends. Another signal ends it at once.
struct StopRules {
  /// What is to be done.
  enum Action: Equatable {
    /// Stop gracefully.
    case stop
    /// The grace period is over: report what still runs.
    case report
    /// The time is up: end the process.
    case cutOff
    /// End the process at once, by this signal.
    case end(by: CInt)
  }

  private enum Phase {
    case running
    case stopping(until: ContinuousClock.Instant)
    case cutting(until: ContinuousClock.Instant)
    case over
  }

  /// How long cancelled work has after the grace period.
  static let margin = Duration.milliseconds(600)

  private let gracePeriod: Duration
  private var phase = Phase.running

  init(gracePeriod: Duration) { self.gracePeriod = gracePeriod }

  /// When ``timePassed(at:)`` is to be called; nil for never.
  var deadline: ContinuousClock.Instant? {
    switch phase {
    case .running, .over: nil
    case .stopping(let end), .cutting(let end): end
    }
  }

  /// When the process ends at the latest; nil if no signal has come.
  var end: ContinuousClock.Instant? {
    switch phase {
    case .running, .over: nil
    case .stopping(let end): end + Self.margin
    case .cutting(let end): end
    }
  }

  /// A signal has come.
  mutating func signalled(_ number: CInt, at now: ContinuousClock.Instant) -> Action {
    if case .running = phase {
      phase = .stopping(until: now + gracePeriod)
      return .stop
    }
    phase = .over
    return .end(by: number)
  }

  /// The deadline may have come.
  mutating func timePassed(at now: ContinuousClock.Instant) -> Action? {
    switch phase {
    case .stopping(let end) where now >= end:
      phase = .cutting(until: now + Self.margin)
      return .report
    case .cutting(let end) where now >= end:
      phase = .over
      return .cutOff
    case .running, .stopping, .cutting, .over: return nil
    }
  }
}
