/// The durations of one minute's calls, in the buckets of ``LatencyHistogram``. Only the range of buckets that has
/// counts is stored.
struct MinuteHistogram: Sendable, Hashable {
  private var first = 0
  private var counts: [UInt32] = []

  init() {}

  mutating func add(microseconds: Int) { add(1, to: LatencyHistogram.bucket(of: microseconds)) }

  /// Adds the durations of another histogram.
  mutating func add(_ other: MinuteHistogram) {
    for (index, count) in other.counts.enumerated() where count > 0 { add(count, to: other.first + index) }
  }

  /// The first bucket and the counts from there on, as another host gets them.
  var numbers: [Int] { counts.isEmpty ? [] : [first] + counts.map(Int.init) }

  /// Reads the numbers of another host.
  ///
  /// - Returns: nil if they are no histogram's.
  init?(numbers: some Collection<Int>) {
    guard let first = numbers.first else { return }
    let counts = numbers.dropFirst().compactMap { UInt32(exactly: $0) }
    guard counts.count == numbers.count - 1, (0..<LatencyHistogram.count).contains(first),
      first + counts.count <= LatencyHistogram.count
    else { return nil }
    (self.first, self.counts) = (first, counts)
  }

  private mutating func add(_ count: UInt32, to bucket: Int) {
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

  /// The duration in microseconds that a part of all durations did not exceed, exact to an eighth; nil without
  /// durations.
  func quantile(_ part: Double) -> Int? {
    let total = counts.reduce(0) { $0 + UInt64($1) }
    guard total > 0 else { return nil }
    let rank = UInt64(max(1, (part * Double(total)).rounded(.up)))
    var below: UInt64 = 0
    for (index, count) in counts.enumerated() {
      below += UInt64(count)
      if below >= rank { return Int(LatencyHistogram.middle(of: first + index)) }
    }
    return nil
  }
}
