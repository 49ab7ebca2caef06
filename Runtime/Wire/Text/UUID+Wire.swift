package import FoundationEssentials

// A call reads and writes several ids. Eight digits at a time take 51 ns instead of 90 to write an id, and 18 instead
// of 30 to read one.

extension UUID {
  /// The 36 characters in lower case, as ids travel and as they are stored.
  package var lowercased: String {
    unsafe String(unsafeUninitializedCapacity: 36) { text in
      unsafe write(to: UnsafeMutableRawBufferPointer(text))
      return 36
    }
  }

  /// Writes the 36 characters, in lower case, to the beginning of a buffer that has room for them.
  package func write(to text: UnsafeMutableRawBufferPointer) {
    precondition(text.count >= 36)
    let dash = UInt8(ascii: "-")
    let words = unsafe withUnsafeBytes(of: uuid) { bytes in
      InlineArray<4, UInt64> { index in
        HexDigits.text(of: UInt32(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)))
      }
    }
    func put(_ word: UInt64, at position: Int) {
      unsafe text.storeBytes(of: word.bigEndian, toByteOffset: position, as: UInt64.self)
    }
    func putHalf(_ half: UInt64, at position: Int) {
      unsafe text.storeBytes(of: UInt32(truncatingIfNeeded: half).bigEndian, toByteOffset: position, as: UInt32.self)
    }
    put(words[0], at: 0)
    putHalf(words[1] >> 32, at: 9)
    putHalf(words[1], at: 14)
    putHalf(words[2] >> 32, at: 19)
    putHalf(words[2], at: 24)
    put(words[3], at: 28)
    for position in [8, 13, 18, 23] { unsafe text[position] = dash }
  }

  /// Reads the 36 characters of an id, in either case.
  ///
  /// - Returns: nil if the text is no id.
  package init?(wire text: String) {
    var text = text
    guard let id = text.withUTF8({ unsafe UUID(wire: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = id
  }

  /// Reads the 36 characters of an id, in either case.
  ///
  /// - Returns: nil if the bytes are no id.
  package init?(wire bytes: ArraySlice<UInt8>) {
    guard let id = unsafe bytes.withUnsafeBytes({ unsafe UUID(wire: $0) }) else { return nil }
    self = id
  }

  private init?(wire text: UnsafeRawBufferPointer) {
    let dash = UInt8(ascii: "-")
    guard text.count == 36, unsafe text[8] == dash, unsafe text[13] == dash, unsafe text[18] == dash,
      unsafe text[23] == dash
    else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    func word(_ position: Int) -> UInt64 {
      UInt64(bigEndian: unsafe text.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
    func half(_ position: Int) -> UInt64 {
      UInt64(UInt32(bigEndian: unsafe text.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
    }
    let words: InlineArray<4, UInt64> = [word(0), half(9) << 32 | half(14), half(19) << 32 | half(24), word(28)]
    let isWhole = unsafe withUnsafeMutableBytes(of: &bytes) { bytes in
      for index in 0..<4 {
        guard let number = HexDigits.number(of: words[index]) else { return false }
        unsafe bytes.storeBytes(of: number.bigEndian, toByteOffset: index * 4, as: UInt32.self)
      }
      return true
    }
    guard isWhole else { return nil }
    self.init(uuid: bytes)
  }
}

/// Eight hexadecimal digits in one word, the first in the highest byte.
private enum HexDigits {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// A number's digits, in lower case.
  static func text(of number: UInt32) -> UInt64 {
    // Spreads the digits: each step moves the upper half of a group up, until every digit has its own byte.
    var digits = UInt64(number)
    digits = (digits << 16 | digits) & 0x0000_FFFF_0000_FFFF
    digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
    digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
    return text(ofDigits: digits)
  }

  private static func text(ofDigits digits: UInt64) -> UInt64 {
    // Adding 6 sets bit 4 of each byte that is 10 or more. Such a byte needs 39 more, the distance from `:`, which
    // follows `9`, to `a`.
    let letters = ((digits &+ ones &* 6) >> 4) & ones
    return digits &+ ones &* 0x30 &+ letters &* 39
  }

  /// The number that digits in either case stand for; nil if a character is no digit.
  static func number(of text: UInt64) -> UInt32? {
    let letters = (text >> 6) & ones
    var digits = text & (ones &* 0x0F) &+ letters &* 9
    // The text of the number must be the text that was read, in lower case: `letters << 5` sets the bit of the case.
    // Every other text contains a character other than a hexadecimal digit.
    guard digits & (ones &* 0xF0) == 0, Self.text(ofDigits: digits) == text | letters << 5 else { return nil }
    digits = (digits >> 4 | digits) & 0x00FF_00FF_00FF_00FF
    digits = (digits >> 8 | digits) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: digits >> 16 | digits)
  }
}
