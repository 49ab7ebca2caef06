/// The share of its time that a thread computes, as a state machine: times come from outside.
struct LoadMeter {
  /// The shortest time between two results.
  static let window = Duration.milliseconds(50)

  private var last: (time: ContinuousClock.Instant, computed: Duration)?

  /// Returns the share of the time since the last result, from 0 to 1; `nil` if that is shorter than the window.
  ///
  /// - Parameter computed: The processor time of the thread so far; read only when there is a result.
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
