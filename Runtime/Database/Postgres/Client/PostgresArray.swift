import Wire

/// Arrays of one dimension as JSON text, which is how SQLite stores lists here.
enum PostgresArray {
  /// `{a,"b c",NULL}` as `["a","b c",null]`; `nil` for what is no array of one dimension.
  ///
  /// - Parameters:
  ///   - text: The server's spelling.
  ///   - type: The elements' type.
  static func json(_ text: String, of type: UInt32) -> String? {
    var rest = text.utf8[...]
    guard rest.popFirst() == UInt8(ascii: "{") else { return nil }
    var result = "["
    if rest.first != UInt8(ascii: "}") {
      repeat {
        guard let element = element(&rest) else { return nil }
        if result.utf8.count > 1 { result += "," }
        result += spelled(element, of: type)
      } while rest.first == UInt8(ascii: ",") && rest.popFirst() != nil
    }
    guard rest.elementsEqual("}".utf8) else { return nil }
    return result + "]"
  }

  private struct Element {
    var bytes: [UInt8]
    var isQuoted: Bool
  }

  private static func element(_ rest: inout Substring.UTF8View) -> Element? {
    var bytes: [UInt8] = []
    guard rest.first == UInt8(ascii: "\"") else {
      while let byte = rest.first, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}") {
        // Another dimension.
        guard byte != UInt8(ascii: "{") else { return nil }
        bytes.append(byte)
        rest.removeFirst()
      }
      return bytes.isEmpty ? nil : Element(bytes: bytes, isQuoted: false)
    }
    rest.removeFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return Element(bytes: bytes, isQuoted: true) }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        bytes.append(escaped)
      } else {
        bytes.append(byte)
      }
    }
    return nil
  }

  private static func spelled(_ element: Element, of type: UInt32) -> String {
    if !element.isQuoted && element.bytes.elementsEqual("NULL".utf8) { return "null" }
    if type == PostgresType.json || type == PostgresType.jsonb { return String(decoding: element.bytes, as: UTF8.self) }
    let value = unsafe element.bytes.withUnsafeBufferPointer { unsafe DatabaseValue(postgres: type, $0) }
    switch value {
    case .integer(let integer) where type == PostgresType.bool: return integer == 1 ? "true" : "false"
    case .integer(let integer): return integer.description
    case .real(let real) where real.isFinite: return real.description
    case .text(let text): return JSONWriter.quoted(text)
    default: return JSONWriter.quoted(String(decoding: element.bytes, as: UTF8.self))
    }
  }
}
