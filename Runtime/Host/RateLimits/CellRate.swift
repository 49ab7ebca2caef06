package import Edge

/// The generic cell rate algorithm (ITU-T I.371): one instant per key. Instants and durations are nanoseconds of any
/// one clock.
///
/// The instant is the time at which the key is full again, so that a key whose instant has passed needs no memory. Each
/// call moves it by ``interval``; it is never further ahead than ``capacity``.
package struct CellRate: Sendable, Hashable {
  /// The use of one key.
  package struct Use: Sendable, Hashable {
    /// The instant at which the key is full again.
    var fullAt: Int64 = 0
    /// The latest retry time that was given to a refused call.
    var promisedAt: Int64 = 0
  }

  /// The longest span over which the retry times of calls that are refused together are spread.
  private static let longestSpread: Int64 = 60_000_000_000

  /// The number of calls in a period.
  package let count: Int
  /// The period in seconds, rounded up.
  package let period: Int
  /// The number of calls that may come at once.
  package let burst: Int
  /// The time between two calls that are spaced evenly, rounded up, so that no rounding admits more.
  let interval: Int64
  /// The time in which an empty key becomes full.
  let capacity: Int64
  /// The interval between the retry times of two calls that are refused together; 0 if they get the same time.
  private let spread: Int64

  /// - Parameter limit: the limit. A burst above the number of calls in a year is lowered to that number.
  package init(_ limit: CallLimit) {
    count = limit.count
    let nanoseconds = Int64((limit.period / .nanoseconds(1)).rounded(.up))
    period = Int(Self.divide(nanoseconds, by: 1_000_000_000))
    interval = Self.divide(nanoseconds, by: Int64(count))
    burst = Int(min(Int64(limit.burst), max(1, 31_536_000_000_000_000 / interval)))
    capacity = interval * Int64(burst)
    // Calls of many senders under one key, or of a fast rate, get different retry times. A single sender of a slow rate
    // gets the same time for each call, so that its repetitions do not postpone it.
    let isShared = [.function, .project, .key].contains(limit.subject)
    spread = isShared || interval <= 1_000_000_000 ? max(interval, Self.divide(1_000_000_000, by: Int64(burst))) : 0
  }

  /// The rate of one of several hosts that share a limit: a part of the count and of the burst.
  package init(_ rate: CellRate, dividedBy hosts: Int) {
    count = rate.count
    period = rate.period
    burst = max(1, rate.burst / hosts)
    interval = rate.interval * Int64(hosts)
    capacity = interval * Int64(burst)
    spread = rate.spread * Int64(hosts)
  }

  private static func divide(_ dividend: Int64, by divisor: Int64) -> Int64 { (dividend + divisor - 1) / divisor }

  /// Counts a call if it is within the limit.
  package func admit(_ use: inout Use, at now: Int64) -> LimitVerdict {
    use.fullAt = fullAt(use.fullAt, at: now)
    guard use.fullAt + interval <= now + capacity else {
      return refuse(&use, until: use.fullAt + interval - capacity, at: now)
    }
    use.fullAt += interval
    return verdict(fullAt: use.fullAt, at: now)
  }

  /// Refuses a call, and says when to come back: calls that are refused together come back one after another.
  func refuse(_ use: inout Use, until free: Int64, at now: Int64) -> LimitVerdict {
    use.promisedAt = spread == 0 ? free : min(max(free, use.promisedAt + spread), free + Self.longestSpread)
    return LimitVerdict(isAdmitted: false, remaining: 0, wait: use.promisedAt - now, untilFull: use.fullAt - now)
  }

  /// The state of a key, of which no call is counted.
  func verdict(fullAt: Int64, at now: Int64) -> LimitVerdict {
    LimitVerdict(
      isAdmitted: true, remaining: Int(max(0, now + capacity - fullAt) / interval), wait: 0,
      untilFull: max(0, fullAt - now))
  }

  /// A stored instant within its bounds: one that has passed is now, and one too far ahead means that the clock was set
  /// back.
  func fullAt(_ stored: Int64, at now: Int64) -> Int64 { min(max(stored, now), now + capacity) }
}

extension CellRate.Use: LimitEntry {
  var idleAt: Int64 { max(fullAt, promisedAt) }
}
