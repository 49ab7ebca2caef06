/// The durations of operations, counted in 124 buckets: four for each power of two of microseconds, up to 71 minutes.
///
/// Its size is fixed. A quantile is the middle of its bucket, so it is wrong by an eighth of itself at most.
struct LatencyHistogram: Sendable, Hashable {
  /// The number of buckets.
  static let count = 124

  private var counts: [UInt64] = []
  /// The number of durations.
  private(set) var total: UInt64 = 0

  mutating func add(microseconds: Int) {
    if counts.isEmpty { counts = [UInt64](repeating: 0, count: Self.count) }
    counts[Self.bucket(of: microseconds)] += 1
    total += 1
  }

  /// Adds the durations of another histogram.
  mutating func add(_ other: LatencyHistogram) {
    guard other.total > 0 else { return }
    guard total > 0 else { return self = other }
    for index in counts.indices { counts[index] += other.counts[index] }
    total += other.total
  }

  /// The duration in microseconds that a part of all durations did not exceed; nil without durations.
  ///
  /// - Parameter part: 0.5 for the median, 0.99 for the 99th percentile.
  func quantile(_ part: Double) -> Double? {
    guard total > 0 else { return nil }
    let rank = UInt64(max(1, (part * Double(total)).rounded(.up)))
    var below: UInt64 = 0
    for (bucket, count) in counts.enumerated() {
      below += count
      if below >= rank { return Self.middle(of: bucket) }
    }
    return nil
  }

  static func bucket(of microseconds: Int) -> Int {
    let value = UInt32(clamping: microseconds)
    guard value >= 4 else { return Int(value) }
    let exponent = 31 - value.leadingZeroBitCount
    return (exponent - 1) * 4 + (Int(value >> (exponent - 2)) & 3)
  }

  static func middle(of bucket: Int) -> Double {
    guard bucket >= 4 else { return Double(bucket) }
    let width = 1 << (bucket / 4 - 1)
    return Double((4 + bucket % 4) * width) + Double(width - 1) / 2
  }
}
