/// Reads JSON strictly, one pass over the bytes.
struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The one value of the text; nil if the text is no JSON.
  mutating func document() -> JSON? {
    skipSpace()
    guard let value = value(depth: 0) else { return nil }
    skipSpace()
    return index == bytes.count ? value : nil
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte = next, byte == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) -> JSON? {
    switch next {
    case UInt8(ascii: "{"): object(depth: depth + 1)
    case UInt8(ascii: "["): array(depth: depth + 1)
    case UInt8(ascii: "\""): string().map(JSON.string)
    case UInt8(ascii: "t"): word("true", .bool(true))
    case UInt8(ascii: "f"): word("false", .bool(false))
    case UInt8(ascii: "n"): word("null", .null)
    default: number()
    }
  }

  private mutating func word(_ word: String, _ value: JSON) -> JSON? {
    guard bytes[index...].starts(with: word.utf8) else { return nil }
    index += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) -> JSON? {
    guard depth <= JSON.depthLimit else { return nil }
    index += 1
    skipSpace()
    if skip("}") { return .object([]) }
    var fields: [(name: String, value: JSON)] = []
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\""), let name = string() else { return nil }
      skipSpace()
      guard skip(":") else { return nil }
      skipSpace()
      guard let value = value(depth: depth) else { return nil }
      fields.append((name, value))
      skipSpace()
    } while skip(",")
    return skip("}") ? .object(fields) : nil
  }

  private mutating func array(depth: Int) -> JSON? {
    guard depth <= JSON.depthLimit else { return nil }
    index += 1
    skipSpace()
    if skip("]") { return .array([]) }
    var elements: [JSON] = []
    repeat {
      skipSpace()
      guard let value = value(depth: depth) else { return nil }
      elements.append(value)
      skipSpace()
    } while skip(",")
    return skip("]") ? .array(elements) : nil
  }

  private mutating func number() -> JSON? {
    let start = index
    _ = skip("-")
    let isZero = next == UInt8(ascii: "0")
    let digits = digits()
    guard digits > 0, !isZero || digits == 1 else { return nil }
    if skip("."), self.digits() == 0 { return nil }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      guard self.digits() > 0 else { return nil }
    }
    return Double(String(decoding: bytes[start..<index], as: UTF8.self)).map(JSON.number)
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = next, byte &- UInt8(ascii: "0") < 10 { index += 1 }
    return index - start
  }

  private mutating func string() -> String? {
    index += 1
    let start = index
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
    guard let text = String(validating: bytes[start..<index], as: UTF8.self) else { return nil }
    if skip("\"") { return text }
    return escaped(after: text)
  }

  /// The rest of a string that holds an escape.
  private mutating func escaped(after text: String) -> String? {
    var text = text
    while let byte = next, byte >= 0x20 {
      if skip("\"") { return text }
      if skip("\\") {
        guard let scalar = escape() else { return nil }
        text.unicodeScalars.append(scalar)
      } else {
        let start = index
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
        guard let part = String(validating: bytes[start..<index], as: UTF8.self) else { return nil }
        text += part
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return codePoint()
    default: return nil
    }
  }

  private mutating func codePoint() -> Unicode.Scalar? {
    guard let first = unit() else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard skip("\\"), skip("u"), let second = unit(), (0xDC00..<0xE000).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func unit() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }
}
