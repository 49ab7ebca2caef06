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
}
