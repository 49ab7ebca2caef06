/// The elements of an array of one dimension, read from the server's text.
struct PostgresArray {
  /// The text of each element; `nil` for `NULL`.
  let elements: [[UInt8]?]

  /// Reads `{a,"b c",NULL}`; `nil` for another text, such as an array of two dimensions.
  init?(_ text: String) {
    var rest = text.utf8[...]
    guard rest.popFirst() == UInt8(ascii: "{") else { return nil }
    var elements: [[UInt8]?] = []
    if rest.first != UInt8(ascii: "}") {
      repeat {
        guard let (bytes, isQuoted) = Self.element(&rest) else { return nil }
        elements.append(!isQuoted && bytes.elementsEqual("NULL".utf8) ? nil : bytes)
      } while rest.first == UInt8(ascii: ",") && rest.popFirst() != nil
    }
    guard rest.elementsEqual("}".utf8) else { return nil }
    self.elements = elements
  }

  private static func element(_ rest: inout Substring.UTF8View) -> (bytes: [UInt8], isQuoted: Bool)? {
    var bytes: [UInt8] = []
    guard rest.first == UInt8(ascii: "\"") else {
      while let byte = rest.first, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}") {
        // Another dimension begins.
        guard byte != UInt8(ascii: "{") else { return nil }
        bytes.append(byte)
        rest.removeFirst()
      }
      return bytes.isEmpty ? nil : (bytes, false)
    }
    rest.removeFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return (bytes, true) }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        bytes.append(escaped)
      } else {
        bytes.append(byte)
      }
    }
    return nil
  }
}
