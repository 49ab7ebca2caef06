import NIOCore

/// The deadlines of a connection, as a state machine without a clock.
///
/// A request only postpones a deadline, and ``next`` stays unchanged. The check at ``next`` then finds nothing due, so
/// a request sets no timer.
struct ConnectionDeadlines {
  /// The deadline of the current phase.
  private var due = NIODeadline.distantFuture
  /// The deadline of the exchange.
  private var exchangeEnd = NIODeadline.distantFuture
  /// The instant at which a client that may have left is probed.
  private var probe = NIODeadline.distantFuture
  /// When ``takeProbe(_:)`` and ``takeDeadline(_:)`` must be called.
  private(set) var next = NIODeadline.distantFuture

  /// Sets the deadline of the phase, at most that of the exchange.
  mutating func expect(within seconds: Double, at now: NIODeadline) {
    due = min(now + Self.amount(seconds), exchangeEnd)
    next = min(next, due)
  }

  mutating func exchangeBegins(within seconds: Double, at now: NIODeadline) { exchangeEnd = now + Self.amount(seconds) }

  /// Sets the deadline of the handler; none if the limits of its exchange are lifted.
  mutating func expectHandler(within seconds: Double, at now: NIODeadline) {
    if exchangeEnd == .distantFuture { due = .distantFuture } else { expect(within: seconds, at: now) }
  }

  /// Lifts the limits on the exchange and on its handler.
  mutating func liftExchange() { (exchangeEnd, due) = (.distantFuture, .distantFuture) }

  mutating func exchangeEnds() { exchangeEnd = .distantFuture }

  /// Whether the deadline of the exchange has passed.
  func isExchangeOver(_ now: NIODeadline) -> Bool { now >= exchangeEnd }

  mutating func expectProbe(within seconds: Double, at now: NIODeadline) {
    probe = now + Self.amount(seconds)
    next = min(next, probe)
  }

  /// Whether a probe is due. If so, it is removed.
  mutating func takeProbe(_ now: NIODeadline) -> Bool {
    guard probe <= now else { return false }
    probe = .distantFuture
    return true
  }

  /// Whether the deadline of the phase has passed. Sets ``next`` to the instant of the next call.
  mutating func takeDeadline(_ now: NIODeadline) -> Bool {
    let isUp = now >= due
    next = isUp ? probe : min(due, probe)
    return isUp
  }

  private static func amount(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }
}
