/// Whether a loop that has nothing more to do lets other threads run before it sleeps: a state machine that reads no clock.
///
/// Whoever it has just answered, or given work, often has more for it. If they wait for the same processor they run sooner,
/// and as long as the loop is still ready to run they need wake nobody for what they hand over; so its next pass finds more
/// at once. But a thread that computes keeps the processor for its whole slice: after that, none is let through for a while.
struct Courtesy {
  /// How many descriptors must have had something for a pass: with fewer there is hardly more to wait for.
  static let busyPass = 4
  /// Who takes longer is not about to hand over.
  static let patience = Duration.milliseconds(2)
  /// For how long nobody is let through after the first who took too long; twice as long after each one more.
  static let pauses = Duration.milliseconds(100)...Duration.milliseconds(1600)

  private var pause = pauses.lowerBound
  private var offUntil: ContinuousClock.Instant?

  /// Whether to let others run now.
  ///
  /// - Parameter ready: How many descriptors had something for the pass that has ended.
  func isDue(afterPassOf ready: Int, at now: ContinuousClock.Instant) -> Bool {
    guard ready >= Self.busyPass else { return false }
    return offUntil.map { now >= $0 } ?? true
  }

  /// Others have run.
  mutating func ended(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) {
    if end - start <= Self.patience {
      (pause, offUntil) = (Self.pauses.lowerBound, nil)
    } else {
      offUntil = end + pause
      pause = min(pause * 2, Self.pauses.upperBound)
    }
  }
}
