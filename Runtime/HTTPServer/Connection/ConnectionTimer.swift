import NIOCore

/// When a connection's patience ends: a state machine that says when to set a timer and touches none.
///
/// Most requests only move the instant further away, so a request costs no timer of its own.
struct ConnectionTimer {
  private var due = NIODeadline.distantFuture
  private var firesAt = NIODeadline.distantFuture

  /// Expects something within so many seconds, and nothing else any more.
  ///
  /// - Parameter end: when everything has to be over.
  /// - Returns: the instant to set the timer to, in place of the one that is set; nil if that one fires early enough.
  mutating func expect(
    within seconds: Double, notAfter end: NIODeadline = .distantFuture, now: NIODeadline = .now()
  ) -> NIODeadline? {
    due = min(now + .nanoseconds(Int64(seconds * 1e9)), end)
    guard due < firesAt else { return nil }
    firesAt = due
    return due
  }

  /// The timer has fired.
  ///
  /// - Returns: the instant to set it to again; nil if the time is up.
  mutating func fired(now: NIODeadline = .now()) -> NIODeadline? {
    firesAt = .distantFuture
    guard now < due else { return nil }
    firesAt = due
    return due
  }
}
