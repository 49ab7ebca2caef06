/// The rule by which the log lines of one worker are limited: so many in each window of time. A value without a clock.
struct LogVolume {
  /// The decision about a line.
  struct Verdict: Hashable {
    /// Whether the line is written.
    var isWritten: Bool
    /// How many lines of the window before were dropped: to be said once, before the line.
    var dropped = 0
  }

  /// The most lines of a window: twice those of the worker's own limit, since the windows of the two do not begin
  /// together.
  static let lines = 200
  /// The length of a window.
  static let window = Duration.seconds(10)

  private var end: ContinuousClock.Instant?
  private var count = 0
  private var dropped = 0

  /// Takes a line.
  mutating func take(at now: ContinuousClock.Instant) -> Verdict {
    var verdict = Verdict(isWritten: true)
    if end.map({ now >= $0 }) ?? true {
      verdict.dropped = takeDropped()
      (end, count) = (now.advanced(by: Self.window), 0)
    }
    count += 1
    guard count > Self.lines else { return verdict }
    dropped += 1
    return Verdict(isWritten: false)
  }

  /// The number of lines that were dropped and not reported yet; it counts as reported then.
  mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }
}
