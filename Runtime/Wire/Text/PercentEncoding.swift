/// Percent-encoding (RFC 3986, section 2.1).
public enum PercentEncoding {
  /// Decodes a text.
  ///
  /// - Parameter plusIsSpace: reads `+` as a space, as HTML forms write it.
  /// - Returns: nil if an escape is cut off or the bytes are not UTF-8.
  public static func decode(_ text: some StringProtocol, plusIsSpace: Bool) -> String? {
    if !text.utf8.contains(where: { $0 == UInt8(ascii: "%") || plusIsSpace && $0 == UInt8(ascii: "+") }) {
      return String(text)
    }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue)
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Encodes a text: its unreserved characters (section 2.3) stay, and each other byte becomes an escape.
  ///
  /// - Parameter kept: further ASCII characters that stay, such as `/` for a path.
  public static func encode(_ text: some StringProtocol, keeping kept: String = "") -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._~".utf8.contains(byte) || kept.utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
