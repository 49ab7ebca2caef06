import NIOCore

/// The number of events since the last log line about them. A line is written at most once in an interval.
struct UnloggedEvents {
  private var count = 0
  private var loggedAt: NIODeadline?

  /// Counts an event.
  ///
  /// - Returns: the number of events for a line that is to be written now; nil within the interval after the last line.
  mutating func add(at now: NIODeadline, interval: TimeAmount) -> Int? {
    count += 1
    if let loggedAt, now - loggedAt < interval { return nil }
    loggedAt = now
    defer { count = 0 }
    return count
  }
}
