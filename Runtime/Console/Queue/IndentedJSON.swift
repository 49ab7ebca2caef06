/// The text of a JSON value over several lines. Every value keeps its spelling.
enum IndentedJSON {
  /// Indents a text without white space between its values.
  static func text(of json: String) -> String {
    var text: [UInt8] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    var last: UInt8 = 0
    func newLine() {
      text.append(UInt8(ascii: "\n"))
      // Deep nesting would take quadratic space.
      text += repeatElement(UInt8(ascii: " "), count: 2 * max(0, min(depth, 40)))
    }
    for byte in json.utf8 {
      defer { last = byte }
      if isInString {
        text.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      let isOpening = last == UInt8(ascii: "{") || last == UInt8(ascii: "[")
      switch byte {
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
        isInString = byte == UInt8(ascii: "\"")
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
