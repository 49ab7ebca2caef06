import NIOCore

/// The deadlines of a connection, as a state machine without a clock.
///
/// A request only postpones a deadline, and ``next`` stays unchanged. The check at ``next`` then finds nothing due, so
/// a request sets no timer.
struct ConnectionDeadlines {
  /// The deadline of the current phase.
  private var due = NIODeadline.distantFuture
  private var exchangeEnd = NIODeadline.distantFuture
  /// The pace of the body, if the limits on the exchange are lifted.
  private var pace: BodyPace?
  /// The instant at which a client that may have left is probed.
  private var probe = NIODeadline.distantFuture
  /// When ``takeProbe(_:)`` and ``takeDeadline(_:)`` must be called.
  private(set) var next = NIODeadline.distantFuture

  /// Sets the deadline of the phase, at most that of the exchange.
  mutating func expect(within seconds: Double, at now: NIODeadline) {
    due = min(now + Self.amount(seconds), exchangeEnd)
    next = min(next, due)
  }

  mutating func exchangeBegins(within seconds: Double, at now: NIODeadline) {
    exchangeEnd = now + Self.amount(seconds)
    pace = nil
  }

  /// Sets the deadline of the next bytes of a body, by its pace if it has one.
  mutating func expectBody(within seconds: Double, at now: NIODeadline) {
    guard let left = pace?.wait(from: now) else { return expect(within: seconds, at: now) }
    due = now + left
    next = min(next, due)
  }

  mutating func bodyCame(_ count: Int, at now: NIODeadline) { pace?.receive(count, at: now) }

  /// Sets the deadline of the handler; none if the limits of its exchange are lifted.
  mutating func expectHandler(within seconds: Double, at now: NIODeadline) {
    pace?.pause(at: now)
    if exchangeEnd == .distantFuture { due = .distantFuture } else { expect(within: seconds, at: now) }
  }

  /// Lifts the limits on the exchange and on its handler. Its body needs a pace instead.
  mutating func liftExchange(pace: BodyPace) {
    (exchangeEnd, due) = (.distantFuture, .distantFuture)
    self.pace = pace
  }

  mutating func exchangeEnds() { exchangeEnd = .distantFuture }

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
