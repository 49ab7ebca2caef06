/// The limit on a worker's lines: so many in a window of time. A value without a clock.
///
/// It bounds the lines of the log at both ends of the channel, and those of standard error.
package struct LineBudget: Sendable {
  /// The most lines of a window by default.
  package static let lines = 100
  /// The length of a window, which begins with its first line.
  package static let window = Duration.seconds(10)

  private let lines: Int
  private var start: ContinuousClock.Instant?
  private var count = 0
  /// The lines dropped since the last report.
  package private(set) var dropped = 0

  /// - Parameter lines: the most lines of a window.
  package init(lines: Int = Self.lines) { self.lines = lines }

  /// Whether lines are dropped now.
  package var isExhausted: Bool { count >= lines }

  /// Takes one line; `false` if it is dropped.
  package mutating func admit(at now: ContinuousClock.Instant) -> Bool {
    renew(at: now)
    guard !isExhausted else {
      dropped += 1
      return false
    }
    count += 1
    return true
  }

  /// The number of lines that were dropped in windows that are over; nil for none.
  package mutating func report(at now: ContinuousClock.Instant) -> Int? {
    renew(at: now)
    return isExhausted ? nil : takeDropped()
  }

  /// The number of lines that were dropped since the last report; nil for none.
  package mutating func takeDropped() -> Int? {
    defer { dropped = 0 }
    return dropped > 0 ? dropped : nil
  }

  private mutating func renew(at now: ContinuousClock.Instant) {
    if let start, now - start < Self.window { return }
    (start, count) = (now, 0)
  }
}
