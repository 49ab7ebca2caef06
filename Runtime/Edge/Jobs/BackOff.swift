/// The waits between tries: exponential back-off with full jitter.
///
/// Each wait is random, between zero and a bound: `base`, then twice `base`, four times `base` and so on, at most
/// `cap`. So jobs that failed together are not retried together (Brooker, "Exponential Backoff And Jitter", 2015).
public struct BackOff: Sendable, Hashable {
  /// The upper limit of the wait before the second try, zero to 100 years. With zero, each try follows at once.
  public var base: Duration
  /// The upper limit of every wait, zero to 100 years. With zero, each try follows at once.
  public var cap: Duration

  /// Creates a back-off.
  public init(base: Duration = .seconds(1), cap: Duration = .seconds(3600)) {
    self.base = base
    self.cap = cap
  }

  /// The upper limit of the wait after a try, counted from 1 (less counts as 1): not below zero, and not above ``cap``.
  public func limit(afterAttempt attempt: Int) -> Duration {
    // Larger powers of two would overflow, and 2^40 of any useful base already exceeds any cap.
    let doublings = min(max(attempt - 1, 0), 40)
    let seconds = min(base / .seconds(1) * Double(1 << doublings), cap / .seconds(1))
    return .seconds(max(0, seconds))
  }
}
