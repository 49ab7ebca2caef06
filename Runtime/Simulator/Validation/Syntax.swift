import FoundationEssentials
import Wire

/// Syntax checks of short texts.
enum Syntax {
  /// Whether a text is a UUID in its canonical form, 8-4-4-4-12 hexadecimal digits.
  static func isUUID(_ text: String) -> Bool { UUID(wire: text) != nil }

  /// Whether a text can be a device token: whole bytes in hexadecimal digits.
  ///
  /// Apple documents no length. Tokens in use have 64 to 160 digits, and Apple has announced at most 200 (WWDC 2015),
  /// so 512 is enough. The sender has the same bound.
  static func isDeviceToken(_ text: some StringProtocol) -> Bool {
    let text = text.utf8
    return !text.isEmpty && text.count <= 512 && text.count.isMultiple(of: 2) && text.allSatisfy(ASCII.isHexDigit)
  }

  /// Parses a number of seconds since 1970 that consists of digits only.
  static func epochSeconds(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
    return Int64(text)
  }

  /// Whether a text is base64 of at least one byte, padded.
  static func isBase64(_ text: String) -> Bool {
    let text = text.utf8
    guard !text.isEmpty, text.count.isMultiple(of: 4) else { return false }
    let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
    return text.dropLast(padding).allSatisfy { character in
      ASCII.isAlphanumeric(character) || character == UInt8(ascii: "+") || character == UInt8(ascii: "/")
    }
  }

  static func isBundleID(_ text: some StringProtocol) -> Bool {
    let text = text.utf8
    return !text.isEmpty && text.count <= 255
      && text.allSatisfy { character in
        ASCII.isWord(character) || character == UInt8(ascii: ".") || character == UInt8(ascii: "-")
      }
  }
}
