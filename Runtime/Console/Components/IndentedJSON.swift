import Wire

/// The text of a JSON value over several lines. Every value keeps its spelling.
enum IndentedJSON {
  /// A value over several lines.
  static func text(of value: JSONValue) -> String {
    (try? Wire.encode(value)).map { text(of: String(decoding: $0, as: UTF8.self)) } ?? "null"
  }

  /// Indents a text without white space between its values.
  static func text(of json: String) -> String {
    var text: [UInt8] = []
    var depth = 0
    var strings = JSONStringScan()
    var last: UInt8 = 0
    func newLine() {
      text.append(UInt8(ascii: "\n"))
      // Deep nesting would take quadratic space.
      text += repeatElement(UInt8(ascii: " "), count: 2 * max(0, min(depth, 40)))
    }
    for byte in json.utf8 {
      // All bytes of a string count as its quotation mark: they are no punctuation.
      let sign = strings.isInString(byte) ? UInt8(ascii: "\"") : byte
      defer { last = sign }
      let isOpening = last == UInt8(ascii: "{") || last == UInt8(ascii: "[")
      switch sign {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if isOpening { newLine() }
        text.append(byte)
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if !isOpening { newLine() }
        text.append(byte)
      case UInt8(ascii: ","):
        text.append(byte)
        newLine()
      case UInt8(ascii: ":"):
        text += Array(": ".utf8)
      default:
        if isOpening { newLine() }
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
