/// The rule for the time between two pulses: 150 ms while something changes, and a second otherwise. It grows with the
/// time of rendering, up to ``limit``, so that rendering takes a fortieth of one processor and hardly slows the host's
/// calls.
struct PulseRule {
  static let shortest = Duration.milliseconds(150)
  static let longest = Duration.seconds(1)
  /// The longest time between two pulses, however long rendering takes.
  static let limit = Duration.seconds(5)
  /// The time between two pulses, in multiples of the time that rendering takes.
  static let share = 40

  /// The beginning of the last pulse; nil before the first.
  private var last: Duration?
  /// The time that rendering has taken since then.
  private var cost = Duration.zero

  /// Begins a pulse. Instants are durations since any fixed instant.
  mutating func begin(at now: Duration) { (last, cost) = (now, .zero) }

  /// Adds the time that rendering one view took.
  mutating func add(_ duration: Duration) { cost += duration }

  /// The time to wait for the next pulse; zero if it is due.
  ///
  /// - Parameter isChanged: whether something has changed since the last pulse.
  func wait(at now: Duration, isChanged: Bool) -> Duration {
    guard let last else { return .zero }
    let gap = min(max(cost * Self.share, isChanged ? Self.shortest : Self.longest), Self.limit)
    return max(.zero, last + gap - now)
  }
}
