import FoundationEssentials

/// The state machine of a process that a signal asks to stop. It reads no clock.
///
/// The first signal begins the stop. At the end of the grace period the running work is reported. It has ``margin`` to
/// end and to store its result. Then the process ends. Another signal ends it at once.
struct StopRules {
  /// The action that a signal or the clock asks for.
  enum Action: Equatable {
    /// Stop gracefully.
    case stop
    /// The grace period is over: report the running work.
    case report
    /// The margin is over: end the process.
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

  /// The time of cancelled work after the grace period.
  static let margin = Duration.milliseconds(600)

  private let gracePeriod: Duration
  private var phase = Phase.running

  init(gracePeriod: Duration) { self.gracePeriod = gracePeriod }

  /// The instant at which ``timePassed(at:)`` has to be called; nil for none.
  var deadline: ContinuousClock.Instant? {
    switch phase {
    case .running, .over: nil
    case .stopping(let end), .cutting(let end): end
    }
  }

  /// The latest end of the process; nil if no signal has come.
  var end: ContinuousClock.Instant? {
    switch phase {
    case .running, .over: nil
    case .stopping(let end): end + Self.margin
    case .cutting(let end): end
    }
  }

  /// Decides what follows a signal.
  mutating func signalled(_ number: CInt, at now: ContinuousClock.Instant) -> Action {
    if case .running = phase {
      phase = .stopping(until: now + gracePeriod)
      return .stop
    }
    phase = .over
    return .end(by: number)
  }

  /// Decides what follows if the ``deadline`` has come; nil before.
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
