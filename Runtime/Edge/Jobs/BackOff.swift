/// The waits between tries: exponential back-off with full jitter.
///
/// Each wait is random, between zero and a bound: `base`, then twice `base`, four times `base` and so on, at most `cap`. So jobs that
/// failed together are not retried together (Brooker, "Exponential Backoff And Jitter", 2015).
public struct BackOff: Sendable, Hashable {
  /// The longest wait before the second try.
  public var base: Duration
  /// The upper limit of all waits.
  public var cap: Duration

  /// Creates a back-off.
  public init(base: Duration = .seconds(1), cap: Duration = .seconds(3600)) {
    self.base = base
    self.cap = cap
  }

  /// The longest wait after a number of tries, from 1.
  public func limit(afterAttempt attempt: Int) -> Duration {
    // Larger powers of two would overflow, and 2^40 of any useful base already exceeds any cap.
    let doublings = min(max(attempt - 1, 0), 40)
    let seconds = min(base / .seconds(1) * Double(1 << doublings), cap / .seconds(1))
    return .seconds(max(0, seconds))
  }
}
