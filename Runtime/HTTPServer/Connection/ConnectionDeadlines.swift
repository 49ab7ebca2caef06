import NIOCore

/// The instants that a connection waits for: a state machine that says when to look at the clock.
///
/// Most requests only move an instant further away. The clock is then looked at too early once, so that a request sets no timer.
struct ConnectionDeadlines {
  /// When the time of the current phase is up.
  private var due = NIODeadline.distantFuture
  /// When the exchange has used up its time.
  private var exchangeEnd = NIODeadline.distantFuture
  /// When a client that may have left is asked whether it is there.
  private var probe = NIODeadline.distantFuture
  /// When ``takeProbe(_:)`` and ``isTimeUp(_:)`` must be called.
  private(set) var next = NIODeadline.distantFuture

  /// Waits so many seconds for the next event of the phase, at most until the exchange's end.
  mutating func expect(within seconds: Double, at now: NIODeadline) {
    due = min(now + Self.amount(seconds), exchangeEnd)
    next = min(next, due)
  }

  mutating func exchangeBegins(within seconds: Double, at now: NIODeadline) { exchangeEnd = now + Self.amount(seconds) }

  mutating func exchangeEnds() { exchangeEnd = .distantFuture }

  /// Whether the exchange has used up its time.
  func isExchangeOver(_ now: NIODeadline) -> Bool { now >= exchangeEnd }

  mutating func expectProbe(within seconds: Double, at now: NIODeadline) {
    probe = now + Self.amount(seconds)
    next = min(next, probe)
  }

  /// Whether a probe is due, which is then taken.
  mutating func takeProbe(_ now: NIODeadline) -> Bool {
    guard probe <= now else { return false }
    probe = .distantFuture
    return true
  }

  /// Whether the time of the phase is up; if not, ``next`` says when to ask again.
  mutating func isTimeUp(_ now: NIODeadline) -> Bool {
    let isUp = now >= due
    next = isUp ? probe : min(due, probe)
    return isUp
  }

  private static func amount(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }
}
