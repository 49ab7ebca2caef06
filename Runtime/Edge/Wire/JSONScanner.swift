/// One pass over a JSON text (RFC 8259) before any decoder sees it.
///
/// Foundation's decoder recurses, and ends the process on a text nested 513 deep. Every text from outside passes here first: it must be
/// UTF-8, well-formed, at most 128 deep and free of duplicate keys (which two readers could understand differently).
public struct JSONScanner {
  /// How deep arrays and objects may nest: `[[1]]` is two deep.
  public static let maximumDepth = 128

  private let bytes: ArraySlice<UInt8>
  private var position = 0
  private var path = JSONPath()
  /// The value, if it is asked for.
  private var tree: JSONTree?
  /// Where the text has numbers, if that is asked for.
  private var numbers: [Range<Int>]?

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// Checks a whole text.
  ///
  /// - Throws: ``JSONFault`` for the first fault, with the path to it.
  public static func check(_ bytes: [UInt8]) throws(JSONFault) { _ = try scan(bytes, into: nil) }

  /// Checks a whole text and reads it as any JSON value, in the same pass.
  ///
  /// - Throws: ``JSONFault`` for the first fault, with the path to it.
  public static func value(of bytes: [UInt8]) throws(JSONFault) -> JSONValue {
    try scan(bytes, into: JSONTree())?.root ?? .null
  }

  private static func scan(_ bytes: [UInt8], into tree: JSONTree?) throws(JSONFault) -> JSONTree? {
    let valid: Int
    do {
      _ = try UTF8Span(validating: bytes.span)
      valid = bytes.count
    } catch {
      valid = error.byteOffsets.lowerBound
    }
    var scanner = JSONScanner(bytes.prefix(valid))
    scanner.tree = tree
    do {
      try scanner.document()
    } catch {
      // A text cut off where its UTF-8 breaks fails there, or earlier for a reason of its own.
      guard valid < bytes.count, scanner.position >= valid else { throw error }
    }
    if valid < bytes.count { throw scanner.fault("Invalid UTF-8") }
    return scanner.tree
  }

  /// Where a text that passed ``check(_:)`` has numbers.
  static func numbers(in bytes: [UInt8]) -> [Range<Int>] {
    var scanner = JSONScanner(bytes[...])
    scanner.numbers = []
    try? scanner.document()
    return scanner.numbers ?? []
  }

  private mutating func document() throws(JSONFault) {
    skipWhitespace()
    guard position < bytes.count else { throw fault("Expected a JSON value, found nothing") }
    var wantsValue = true
    repeat {
      if wantsValue {
        wantsValue = try value()
      } else {
        wantsValue = try afterValue()
      }
      skipWhitespace()
    } while wantsValue || !path.isEmpty
    guard position == bytes.count else { throw fault("Unexpected text after the JSON value") }
  }

  /// Reads a scalar, or opens a container; true when the next thing must be a value.
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
      let start = position
      let escaped = try skipString()
      if tree != nil {
        let value = JSONValue.string(string(from: start, escaped: escaped))
        tree?.add(value)
      }
    case UInt8(ascii: "t"): try literal("true", .bool(true))
    case UInt8(ascii: "f"): try literal("false", .bool(false))
    case UInt8(ascii: "n"): try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw fault("Expected a value")
    }
    return false
  }

  /// Reads what follows a value inside a container; true when the next thing must be a value.
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
    guard path.depth < Self.maximumDepth else { throw fault("Nested deeper than \(Self.maximumDepth)") }
    position += 1
    path.open(container)
    tree?.open(container)
  }

  private mutating func close() {
    path.close()
    tree?.close()
  }

  private mutating func key() throws(JSONFault) {
    guard peek == UInt8(ascii: "\"") else { throw fault("Expected a key in double quotes") }
    let start = position
    let escaped = try skipString()
    let name = string(from: start, escaped: escaped)
    guard path.enter(name) else { throw fault("Duplicate key") }
    tree?.enter(name)
    skipWhitespace()
    guard take(":") else { throw fault("Expected ':' after the key") }
    skipWhitespace()
  }
}

// MARK: - Tokens

extension JSONScanner {
  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func fault(_ reason: String) -> JSONFault { JSONFault(reason, at: path.description) }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipWhitespace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONFault) {
    for byte in "\(word)".utf8 {
      guard peek == byte else { throw fault("Expected \(word)") }
      position += 1
    }
    tree?.add(value)
  }

  /// The text of the string that began at `start` and has just been skipped.
  private func string(from start: Int, escaped: Bool) -> String {
    escaped ? unescaped(start + 1, position - 1) : text(start + 1, position - 1)
  }

  /// Skips a string with its quotes; true if it holds an escape.
  @discardableResult
  private mutating func skipString() throws(JSONFault) -> Bool {
    position += 1
    var escaped = false
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return escaped
      case UInt8(ascii: "\\"):
        escaped = true
        try skipEscape()
      case 0..<0x20: throw fault("Control character in a string")
      default: break
      }
    }
    throw fault("A string does not end")
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
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
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
    numbers?.append(start..<position)
    guard tree != nil else { return }
    let value = try number(text(start, position))
    tree?.add(value)
  }

  private func number(_ text: String) throws(JSONFault) -> JSONValue {
    if let whole = Int64(text) { return .integer(whole) }
    guard let double = Double(text), double.isFinite else { throw fault("A number is too large") }
    return .number(double)
  }

  private mutating func digits() throws(JSONFault) {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw fault("Expected a digit") }
  }

  private func text(_ start: Int, _ end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The key a decoder would see: two spellings of one key are duplicates.
  private func unescaped(_ start: Int, _ end: Int) -> String {
    var units: [UInt16] = []
    var index = start
    var plain = start
    func flush(to end: Int, into units: inout [UInt16]) { units.append(contentsOf: text(plain, end).utf16) }
    while index < end {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      flush(to: index, into: &units)
      switch bytes[index + 1] {
      case UInt8(ascii: "u"):
        units.append(UInt16(text(index + 2, index + 6), radix: 16) ?? 0xFFFD)
        index += 6
      case let letter:
        units.append(Self.simpleEscapes[letter] ?? UInt16(letter))
        index += 2
      }
      plain = index
    }
    flush(to: end, into: &units)
    return String(decoding: units, as: UTF16.self)
  }

  private static var simpleEscapes: [UInt8: UInt16] {
    [
      UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
      UInt8(ascii: "t"): 0x09,
    ]
  }
}
