/// Small texts whose form is fixed.
enum Syntax {
  /// Whether a text is a UUID in its canonical form, 8-4-4-4-12 hexadecimal digits.
  static func isUUID(_ text: String) -> Bool {
    let text = text.utf8
    guard text.count == 36 else { return false }
    var position = 0
    for character in text {
      let isHyphen = position == 8 || position == 13 || position == 18 || position == 23
      guard isHyphen ? character == UInt8(ascii: "-") : isHexDigit(character) else { return false }
      position += 1
    }
    return true
  }

  /// Whether a text can be a device token: whole bytes in hexadecimal digits. Their number is Apple's to change.
  static func isDeviceToken(_ text: some StringProtocol) -> Bool {
    let text = text.utf8
    return !text.isEmpty && text.count <= 512 && text.count.isMultiple(of: 2) && text.allSatisfy(isHexDigit)
  }

  /// A count of seconds since 1970, written in digits alone.
  static func epochSeconds(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy(isDigit) else { return nil }
    return Int64(text)
  }

  /// Whether a text is base64 of at least one byte, padded.
  static func isBase64(_ text: String) -> Bool {
    let text = text.utf8
    guard !text.isEmpty, text.count.isMultiple(of: 4) else { return false }
    let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
    return text.dropLast(padding).allSatisfy { character in
      isDigit(character) || isLetter(character) || character == UInt8(ascii: "+") || character == UInt8(ascii: "/")
    }
  }

  /// Whether a text has the form of a bundle id.
  static func isBundleID(_ text: some StringProtocol) -> Bool {
    let text = text.utf8
    return !text.isEmpty && text.count <= 255
      && text.allSatisfy { character in
        isDigit(character) || isLetter(character) || character == UInt8(ascii: ".") || character == UInt8(ascii: "-")
          || character == UInt8(ascii: "_")
      }
  }

  private static func isDigit(_ character: UInt8) -> Bool { character &- UInt8(ascii: "0") < 10 }
  private static func isLetter(_ character: UInt8) -> Bool { (character | 0x20) &- UInt8(ascii: "a") < 26 }
  private static func isHexDigit(_ character: UInt8) -> Bool {
    isDigit(character) || (character | 0x20) &- UInt8(ascii: "a") < 6
  }
}
