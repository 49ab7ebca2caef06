/// Which way a search goes; everything that looks for the next occurrence looks for the previous one in the same lines.
enum Direction {
  case forward
  case backward

  var step: Int { self == .forward ? 1 : -1 }
}

/// Small numbers (0 to 63) as bits.
extension UInt64 {
  func has(_ value: Int) -> Bool { self >> value & 1 == 1 }

  mutating func insert(_ value: Int) { self |= 1 << value }

  /// The numbers of a range.
  init(_ range: ClosedRange<Int>) { self = UInt64.max << range.lowerBound & UInt64.max >> (63 - range.upperBound) }

  /// The number nearest to `value` (-1 to 64), itself included, in a direction.
  @inline(__always)
  func nearest(from value: Int, _ direction: Direction) -> Int? {
    // Shifts by 64 leave nothing.
    let rest = direction == .forward ? self & UInt64.max << value : self & UInt64.max >> (63 - value)
    guard rest != 0 else { return nil }
    return direction == .forward ? rest.trailingZeroBitCount : 63 - rest.leadingZeroBitCount
  }

  /// The number that a search in a direction meets first; the set is not empty.
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
