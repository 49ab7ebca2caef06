/// The buckets of a ``LatencyHistogram``: four for each power of two of microseconds, up to 71 minutes.
enum LatencyBuckets {
  static let count = 124

  /// The bucket of a duration. The highest bit of the number selects the power of two, and the two bits after it one of
  /// its four buckets. The numbers from 0 to 3 have buckets of their own.
  static func bucket(of microseconds: Int) -> Int {
    let value = UInt32(clamping: microseconds)
    guard value >= 4 else { return Int(value) }
    let exponent = 31 - value.leadingZeroBitCount
    return (exponent - 1) * 4 + (Int(value >> (exponent - 2)) & 3)
  }

  /// The middle of a bucket in microseconds.
  static func middle(of bucket: Int) -> Double {
    guard bucket >= 4 else { return Double(bucket) }
    let width = 1 << (bucket / 4 - 1)
    return Double((4 + bucket % 4) * width) + Double(width - 1) / 2
  }
}
