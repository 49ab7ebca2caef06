/// Base64url without padding (RFC 4648, section 5), read strictly: one text for one value.
package enum Base64URL {
  /// The bytes of a text; nil if the text is not canonical base64url without padding.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    // An array's own loop: a generic one is not specialised for callers in other modules, and takes thirty times as
    // long.
    for character in Array(text) {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // A lone last character holds no whole byte. Unused bits must be zero, or several texts would stand for one value.
    guard count < 6, bits & ((1 << UInt32(count)) - 1) == 0 else { return nil }
    return bytes
  }

  /// Whether all characters of a text are base64url's. The check is faster than decoding.
  package static func isAlphabet(_ text: ArraySlice<UInt8>) -> Bool { text.allSatisfy { value(of: $0) != nil } }

  /// The text of bytes, without padding.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in Array(bytes) {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> UInt32(count) & 0x3F)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 0x3F)]) }
    return String(decoding: text, as: UTF8.self)
  }

  private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case 0x41...0x5A: UInt32(character - 0x41)
    case 0x61...0x7A: UInt32(character - 0x61 + 26)
    case 0x30...0x39: UInt32(character - 0x30 + 52)
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
