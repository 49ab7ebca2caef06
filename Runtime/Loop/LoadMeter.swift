/// How much of its time a thread computes: a state machine that reads no clock.
struct LoadMeter {
  /// The shortest time that says something.
  static let window = Duration.milliseconds(50)

  private var last: (time: ContinuousClock.Instant, computed: Duration)?

  /// Says what the thread has computed, if the last time is long enough ago.
  ///
  /// - Parameter computed: How long it has computed in all; asked for only then.
  /// - Returns: the share of its time since then, from 0 to 1.
  mutating func share(at now: ContinuousClock.Instant, computed: () -> Duration) -> Double? {
    guard let last else {
      last = (now, computed())
      return nil
    }
    let time = now - last.time
    guard time >= Self.window else { return nil }
    let computed = computed()
    self.last = (now, computed)
    return min(1, (computed - last.computed) / time)
  }
}
