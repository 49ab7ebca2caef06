/// One pass over a JSON text (RFC 8259) that checks it and cuts it into tokens, before any decoder sees it.
///
/// Every text from outside passes here first: it must be UTF-8, well-formed, at most 128 deep and free of duplicate
/// keys (which two readers could understand differently). Foundation's decoder recurses, and ends the process on a text
/// nested 513 deep.
public struct JSONScanner {
  /// How deep arrays and objects may nest: `[[1]]` is two deep.
  public static let maximumDepth = 128

  private let bytes: [UInt8]
  /// The text's end, or its first byte that is not UTF-8.
  private let end: Int
  /// The limit of nesting for this text.
  private let depth: Int
  private var position = 0
  private var path = JSONPath()
  private var tape: JSONTape

  private init(_ bytes: [UInt8], end: Int, depth: Int) {
    self.bytes = bytes
    self.end = end
    self.depth = depth
    tape = JSONTape(bytes, end: end)
  }

  /// Checks a whole text.
  ///
  /// - Throws: ``JSONFault`` for the first fault, with the path to it.
  public static func check(_ bytes: [UInt8]) throws(JSONFault) { _ = try scan(bytes) }

  /// Checks a whole text and reads it as any JSON value.
  ///
  /// - Throws: ``JSONFault`` for the first fault, with the path to it.
  public static func value(of bytes: [UInt8]) throws(JSONFault) -> JSONValue {
    let text = JSONText(try scan(bytes))
    do {
      return try text.value(at: 0)
    } catch {
      throw JSONFault("A number is too large", at: JSONFault.path(of: error.path.reversed()))
    }
  }

  /// Checks a whole text and cuts it into its tokens.
  ///
  /// - Throws: ``JSONFault`` for the first fault, with the path to it.
  static func scan(_ bytes: [UInt8], depth: Int = maximumDepth) throws(JSONFault) -> JSONTape {
    guard bytes.count <= JSONTape.Token.longestText else { throw JSONFault("The text is longer than 1 GiB", at: "$") }
    let valid: Int
    do {
      _ = try UTF8Span(validating: bytes.span)
      valid = bytes.count
    } catch {
      valid = error.byteOffsets.lowerBound
    }
    var scanner = JSONScanner(bytes, end: valid, depth: depth)
    do {
      try scanner.document()
    } catch {
      // Only a fault before the broken UTF-8 is the text's own.
      guard valid < bytes.count, scanner.position >= valid else { throw error }
    }
    if valid < bytes.count { throw scanner.fault("Invalid UTF-8") }
    return scanner.tape
  }

  private mutating func document() throws(JSONFault) {
    skipWhitespace()
    guard position < end else { throw fault("Expected a JSON value, found nothing") }
    var wantsValue = true
    repeat {
      if wantsValue {
        wantsValue = try value()
      } else {
        wantsValue = try afterValue()
      }
      skipWhitespace()
    } while wantsValue || !path.isEmpty
    guard position == end else { throw fault("Unexpected text after the JSON value") }
  }

  /// Reads a scalar, or opens a container; true if a value must follow.
  private mutating func value() throws(JSONFault) -> Bool {
    guard let byte = peek else { throw fault("Expected a value, the text ends") }
    switch byte {
    case UInt8(ascii: "{"):
      try open(.object)
      skipWhitespace()
      if take("}") {
        close()
        return false
      }
      try key()
      return true
    case UInt8(ascii: "["):
      try open(.array)
      skipWhitespace()
      if take("]") {
        close()
        return false
      }
      return true
    case UInt8(ascii: "\""):
      _ = try string()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw fault("Expected a value")
    }
    return false
  }

  /// Reads what follows a value in a container; true if a value must follow.
  private mutating func afterValue() throws(JSONFault) -> Bool {
    switch path.container {
    case .object:
      if take("}") {
        close()
        return false
      }
      guard take(",") else { throw fault("Expected ',' or '}'") }
      skipWhitespace()
      try key()
      return true
    case .array:
      if take("]") {
        close()
        return false
      }
      guard take(",") else { throw fault("Expected ',' or ']'") }
      skipWhitespace()
      path.nextElement()
      return true
    case nil:
      return false
    }
  }

  private mutating func open(_ container: JSONPath.Container) throws(JSONFault) {
    guard path.depth < depth else { throw fault("Nested deeper than \(depth)") }
    path.open(container, token: tape.tokens.count)
    tape.add(JSONTape.Token(container: container))
    position += 1
  }

  private mutating func close() {
    if let container = path.close() { tape.close(container) }
  }

  private mutating func key() throws(JSONFault) {
    guard peek == UInt8(ascii: "\"") else { throw fault("Expected a key in double quotes") }
    let key = tape.tokens.count
    guard path.enter(key, plain: try string(), tape) else { throw fault("Duplicate key") }
    skipWhitespace()
    guard take(":") else { throw fault("Expected ':' after the key") }
    skipWhitespace()
  }
}

// MARK: - Tokens

extension JSONScanner {
  private var peek: UInt8? { position < end ? bytes[position] : nil }

  private func fault(_ reason: String) -> JSONFault { JSONFault(reason, at: path.text(tape)) }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipWhitespace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func literal(_ word: StaticString) throws(JSONFault) {
    let start = position
    for byte in "\(word)".utf8 {
      guard peek == byte else { throw fault("Expected \(word)") }
      position += 1
    }
    tape.add(JSONTape.Token(at: start))
  }

  /// Reads a string with its quotes; returns how many bytes are between them if it is ASCII and holds no escape.
  private mutating func string() throws(JSONFault) -> Int? {
    let start = position
    position += 1
    var escaped = false
    var isASCII = true
    while true {
      let plain = JSONPlainRun(bytes.span, from: position, to: end)
      position = plain.end
      isASCII = isASCII && plain.isASCII
      guard let byte = peek else { throw fault("A string does not end") }
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        tape.add(JSONTape.Token(at: start, isEscaped: escaped))
        return !escaped && isASCII ? position - start - 2 : nil
      case UInt8(ascii: "\\"):
        escaped = true
        try skipEscape()
      default: throw fault("Control character in a string")
      }
    }
  }

  private mutating func skipEscape() throws(JSONFault) {
    guard let byte = peek else { throw fault("A string does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      break
    case UInt8(ascii: "u"):
      let unit = try hexUnit()
      if (0xDC00...0xDFFF).contains(unit) { throw fault("A lone surrogate in a string") }
      if (0xD800...0xDBFF).contains(unit) {
        guard take("\\"), take("u"), (0xDC00...0xDFFF).contains(try hexUnit()) else {
          throw fault("A lone surrogate in a string")
        }
      }
    default: throw fault("Unknown escape in a string")
    }
  }

  private mutating func hexUnit() throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek.flatMap(ASCII.hexValue) else {
        throw fault("Expected four hexadecimal digits after \\u")
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }

  private mutating func number() throws(JSONFault) {
    let start = position
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    tape.add(JSONTape.Token(at: start))
  }

  private mutating func digits() throws(JSONFault) {
    let start = position
    while let byte = peek, ASCII.isDigit(byte) { position += 1 }
    guard position > start else { throw fault("Expected a digit") }
  }
}
