/// The classes of ASCII's bytes. A byte of 0x80 or more is in none of them.
package enum ASCII {
  /// `0` to `9`.
  @inlinable @inline(__always) package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// `a` to `z` and `A` to `Z`.
  @inlinable @inline(__always) package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// `A` to `Z`.
  @inlinable @inline(__always) package static func isUppercase(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  /// A letter or a digit.
  @inlinable @inline(__always) package static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte)
  }

  /// A letter, a digit or `_`.
  @inlinable @inline(__always) package static func isWord(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == 0x5F
  }

  /// A hexadecimal digit in either case.
  @inlinable @inline(__always) package static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 6
  }

  /// The value of a hexadecimal digit in either case; nil for any other byte.
  @inlinable package static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- 0x30 }
    return isHexDigit(byte) ? (byte | 0x20) &- 0x57 : nil
  }

  /// The hexadecimal digit, in lower case, of the low four bits of a number.
  @inlinable package static func hexDigit(_ number: UInt8) -> UInt8 {
    let digit = number & 0x0F
    return digit < 10 ? 0x30 &+ digit : 0x57 &+ digit
  }

  /// A letter in lower case; any other byte as it is.
  @inlinable @inline(__always) package static func lowercased(_ byte: UInt8) -> UInt8 {
    isUppercase(byte) ? byte | 0x20 : byte
  }
}
