/// A set of small numbers (0 to 63), as bits.
extension UInt64 {
  func has(_ value: Int) -> Bool { self >> value & 1 == 1 }

  mutating func insert(_ value: Int) { self |= 1 << value }

  init(_ range: ClosedRange<Int>) { self = UInt64.max << range.lowerBound & UInt64.max >> (63 - range.upperBound) }

  /// The first number from `value` (-1 to 64) on in a direction, `value` included.
  @inline(__always)
  func nearest(from value: Int, _ direction: Direction) -> Int? {
    // A shift by 64 results in 0.
    let rest = direction == .forward ? self & UInt64.max << value : self & UInt64.max >> (63 - value)
    guard rest != 0 else { return nil }
    return direction == .forward ? rest.trailingZeroBitCount : 63 - rest.leadingZeroBitCount
  }

  /// The first number in a direction. The set must not be empty.
  @inline(__always)
  func edge(_ direction: Direction) -> Int {
    direction == .forward ? trailingZeroBitCount : 63 - leadingZeroBitCount
  }

  /// The numbers in ascending order.
  var values: [Int] {
    var values: [Int] = []
    var rest = self
    while rest != 0 {
      values.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return values
  }
}
