/// The share of its time in which a loop is occupied, as a state machine: times come from outside.
///
/// All time outside of waits for descriptors counts as occupied. That includes jobs that block the thread, which stop
/// everything else of the loop.
struct LoadMeter {
  /// The shortest time between two results.
  static let window = Duration.milliseconds(50)

  private var start: ContinuousClock.Instant?
  private var waited = Duration.zero

  /// Records a wait for descriptors.
  mutating func addWait(_ time: Duration) { waited += time }

  /// Returns the share of the time since the last result, from 0 to 1, and begins a new window; `nil` if the current
  /// one is too short.
  mutating func takeShare(at now: ContinuousClock.Instant) -> Double? {
    guard let start else {
      (self.start, waited) = (now, .zero)
      return nil
    }
    let time = now - start
    guard time >= Self.window else { return nil }
    defer { (self.start, waited) = (now, .zero) }
    return 1 - min(1, waited / time)
  }
}
