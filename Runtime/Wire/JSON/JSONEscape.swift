/// Escapes in the strings of a scanned JSON text (RFC 8259, section 7).
enum JSONEscape {
  /// The text that a string's bytes stand for.
  static func text(of bytes: ArraySlice<UInt8>) -> String {
    var text = ""
    var plain = bytes.startIndex
    var index = plain
    while index < bytes.endIndex {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      text += String(decoding: bytes[plain..<index], as: UTF8.self)
      // Adjacent escapes are decoded together, so that a surrogate pair becomes one character.
      var units: [UInt16] = []
      while index + 1 < bytes.endIndex, bytes[index] == UInt8(ascii: "\\") {
        let letter = bytes[index + 1]
        guard letter == UInt8(ascii: "u") else {
          units.append(simple(letter))
          index += 2
          continue
        }
        let digits = bytes[(index + 2)..<min(index + 6, bytes.endIndex)]
        units.append(UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xFFFD)
        index += 6
      }
      text += String(decoding: units, as: UTF16.self)
      plain = index
    }
    return text + String(decoding: bytes[plain...], as: UTF8.self)
  }

  private static func simple(_ letter: UInt8) -> UInt16 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: UInt16(letter)
    }
  }
}
