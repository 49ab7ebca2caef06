import Wire

extension UInt64 {
  /// Reads hexadecimal digits, without a sign; nil for another text.
  init?(hexadecimal text: Substring) {
    guard text.utf8.allSatisfy({ ASCII.isHexDigit($0) }), let number = UInt64(text, radix: 16) else { return nil }
    self = number
  }

  /// The number of eight bytes, the highest first.
  init(bytes: UInt8...) { self = bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// The eight bytes, the highest first.
  var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) } }
}
