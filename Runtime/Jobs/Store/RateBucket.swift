import Edge

/// A rate limit of starts by the generic cell rate algorithm, without I/O.
///
/// One number is stored: the time at which the next start is due if starts are evenly spaced. Times are microseconds
/// since 1970.
struct RateBucket {
  /// The time between two starts, in microseconds.
  private let interval: Int64
  /// The number of jobs that may start at once after a pause.
  private let burst: Int64
  private let now: Int64
  private(set) var next: Int64

  /// - Parameter stored: ``next`` as it was stored; nil before the first start.
  init(_ rate: StartRate, stored: Int64?, now: Int64) {
    let period = max(1, Int64(rate.period / .microseconds(1)))
    interval = max(1, period / Int64(rate.count))
    burst = max(1, Int64(rate.count) / 10)
    self.now = now
    // A later stored time means that the clock was set back.
    next = min(max(stored ?? now, now), now + burst * interval)
  }

  var starts: Int { Int((now + burst * interval - next) / interval) }

  /// The time from which a job may start; not in the future if one may start now.
  var nextStart: Int64 { next - (burst - 1) * interval }

  mutating func start(_ count: Int) { next += Int64(count) * interval }
}
