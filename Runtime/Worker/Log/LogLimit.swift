/// The limit on a worker's log: 100 lines in 10 seconds. A value without a clock.
struct LogLimit: Sendable {
  /// The most lines in a window.
  static let lines = 100
  /// The length of a window, which begins with its first line.
  static let window = Duration.seconds(10)

  /// The decision about a line.
  enum Decision: Hashable, Sendable {
    /// It is written.
    case write
    /// It is written after a line about those that were dropped in the window before.
    case writeAfter(dropped: Int)
    /// It is dropped and counted.
    case drop(isFirst: Bool)
  }

  private var start: ContinuousClock.Instant?
  private var count = 0
  private var dropped = 0

  /// Decides about a line.
  mutating func admit(at now: ContinuousClock.Instant) -> Decision {
    var before = 0
    if start.map({ now - $0 >= Self.window }) ?? true {
      before = takeDropped()
      start = now
      count = 0
    }
    guard count < Self.lines else {
      dropped += 1
      return .drop(isFirst: dropped == 1)
    }
    count += 1
    return before > 0 ? .writeAfter(dropped: before) : .write
  }

  /// The number of lines that were dropped since the last call.
  mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }
}
