/// The number of lines that a worker may write in an interval. A value: times come from outside.
struct LineBudget {
  /// The most lines of an interval.
  static let lines = 100
  static let interval = Duration.seconds(10)

  private var start: ContinuousClock.Instant?
  private var count = 0
  /// The lines left out since the last report.
  private(set) var dropped = 0

  /// Whether lines are left out now.
  var isExhausted: Bool { count >= Self.lines }

  /// Takes one line; `false` if it is left out.
  mutating func admit(at now: ContinuousClock.Instant) -> Bool {
    renew(at: now)
    guard !isExhausted else {
      dropped += 1
      return false
    }
    count += 1
    return true
  }

  /// The number of lines that were left out in intervals that are over; nil for none.
  mutating func report(at now: ContinuousClock.Instant) -> Int? {
    renew(at: now)
    return isExhausted ? nil : end()
  }

  /// The number of lines that were left out since the last report; nil for none.
  mutating func end() -> Int? {
    defer { dropped = 0 }
    return dropped > 0 ? dropped : nil
  }

  private mutating func renew(at now: ContinuousClock.Instant) {
    if let start, now - start < Self.interval { return }
    (start, count) = (now, 0)
  }
}
