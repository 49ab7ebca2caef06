/// The durations of operations, counted in ``LatencyBuckets``. Only the range of buckets that has counts is stored.
///
/// A quantile is the middle of its bucket, so it is wrong by an eighth of itself at most.
struct LatencyHistogram<Count: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable, Hashable {
  private var first = 0
  private var counts: [Count] = []

  init() {}

  /// The number of durations.
  var total: UInt64 { counts.reduce(0) { $0 + UInt64($1) } }

  mutating func add(microseconds: Int) { add(1, to: LatencyBuckets.bucket(of: microseconds)) }

  /// Adds the durations of another histogram.
  mutating func add(_ other: LatencyHistogram) {
    for (index, count) in other.counts.enumerated() where count > 0 { add(count, to: other.first + index) }
  }

  /// The first bucket and the counts from there on, as another host gets them.
  var numbers: [Int] { counts.isEmpty ? [] : [first] + counts.map { Int($0) } }

  /// Reads the numbers of another host; nil if they are no histogram's.
  init?(numbers: some Collection<Int>) {
    guard let first = numbers.first else { return }
    let counts = numbers.dropFirst().compactMap { Count(exactly: $0) }
    guard counts.count == numbers.count - 1, (0..<LatencyBuckets.count).contains(first),
      first + counts.count <= LatencyBuckets.count
    else { return nil }
    (self.first, self.counts) = (first, counts)
  }

  private mutating func add(_ count: Count, to bucket: Int) {
    if counts.isEmpty {
      first = bucket
    } else if bucket < first {
      counts.insert(contentsOf: repeatElement(0, count: first - bucket), at: 0)
      first = bucket
    }
    let index = bucket - first
    if index >= counts.count { counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count)) }
    counts[index] &+= count
  }

  /// The duration in microseconds that a part of all durations did not exceed; nil without durations.
  ///
  /// - Parameter part: 0.5 for the median, 0.99 for the 99th percentile.
  func quantile(_ part: Double) -> Double? {
    let total = total
    guard total > 0 else { return nil }
    let rank = UInt64(max(1, (part * Double(total)).rounded(.up)))
    var below: UInt64 = 0
    for (index, count) in counts.enumerated() {
      below += UInt64(count)
      if below >= rank { return LatencyBuckets.middle(of: first + index) }
    }
    return nil
  }
}
