extension PushConfiguration {
  /// Exponential back-off with full jitter: before retry n a pause from zero to `base` times 2 to the power n - 1, all
  /// equally likely, but never above `longest`.
  package struct BackOff: Sendable, Hashable {
    /// The longest pause before the first retry.
    package var base = Duration.seconds(1)

    /// The longest pause before any retry.
    package var longest = Duration.seconds(60)

    package init() {}

    /// The pause before a retry, counted from 1. `jitter` is a random number in 0..<1.
    func pause(before retry: Int, jitter: Double) -> Duration {
      // 2 to the power 30 times any base is above any limit that makes sense.
      min(longest, base * (1 << min(max(retry - 1, 0), 30))) * jitter
    }
  }
}
