import Edge

/// When jobs of a function with a rate may start: the generic cell rate algorithm, without I/O.
///
/// One number is stored: the instant at which the next start is due if starts come evenly. Instants are microseconds since 1970.
struct RateBucket {
  /// The time between two starts, in microseconds.
  private let interval: Int64
  /// How many may start at once after a pause.
  private let burst: Int64
  private let now: Int64
  /// When the next start is due.
  private(set) var next: Int64

  /// - Parameters:
  ///   - stored: the number as it was stored; nil before the first start.
  ///   - now: the instant.
  init(_ rate: StartRate, stored: Int64?, now: Int64) {
    let period = max(1, Int64(rate.period / .microseconds(1)))
    interval = max(1, period / Int64(rate.count))
    burst = max(1, Int64(rate.count) / 10)
    self.now = now
    // No start can have put it further into the future: the clock was set back.
    next = min(max(stored ?? now, now), now + burst * interval)
  }

  /// How many may start now.
  var starts: Int { Int((now + burst * interval - next) / interval) }

  /// When one may start: in the past, or now, if one may already.
  var nextStart: Int64 { next - (burst - 1) * interval }

  /// So many start now.
  mutating func start(_ count: Int) { next += Int64(count) * interval }
}
