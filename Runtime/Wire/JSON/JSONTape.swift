/// A scanned JSON text: its bytes, and a token for each value and key in their order, a container before what it holds.
///
/// A token takes four bytes, and a value with its separator at least two. So the tokens take at most twice the text's
/// length. Beside them decoding keeps only the ``JSONKeyTable`` of each large object.
struct JSONTape {
  enum Kind { case null, `true`, `false`, number, string, array, object }

  /// A text of one `null`.
  static let null: JSONTape = {
    var tape = JSONTape([UInt8]("null".utf8), end: 4)
    tape.add(Token(at: 0))
    return tape
  }()

  let bytes: [UInt8]
  private(set) var tokens: [Token] = []

  /// An empty tape for a text that will be scanned up to `end`.
  init(_ bytes: [UInt8], end: Int) {
    self.bytes = bytes
    // Growing would hold the tokens twice. Most short texts have at most one token for eight bytes.
    tokens.reserveCapacity(end > 4096 ? Self.mostTokens(in: bytes.span.extracting(0..<end)) : min(end / 8 + 2, 64))
  }

  /// An upper bound of a text's tokens: one of these four characters stands before each value or key but the first.
  private static func mostTokens(in bytes: Span<UInt8>) -> Int {
    var count = 1
    for index in bytes.indices {
      let byte = bytes[index]
      let isBefore =
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
      count &+= isBefore ? 1 : 0
    }
    return count
  }

  // MARK: Scanning

  mutating func add(_ token: Token) { tokens.append(token) }

  /// Ends a container after the last token.
  mutating func close(_ container: Int) { tokens[container].next = tokens.count }

  // MARK: Reading

  /// The index of the token after a value, and after all that it holds.
  func next(after value: Int) -> Int { tokens[value].isContainer ? tokens[value].next : value + 1 }

  func elements(of array: Int) -> Children { Children(tape: self, of: array, stride: 0) }

  /// The indices of an object's keys; each key's value is the token after it.
  func keys(of object: Int) -> Children { Children(tape: self, of: object, stride: 1) }

  struct Children: Sequence, IteratorProtocol {
    private let tape: JSONTape
    private let end: Int
    /// The distance from a child to its value.
    private let stride: Int
    private var child: Int

    fileprivate init(tape: JSONTape, of container: Int, stride: Int) {
      self.tape = tape
      self.stride = stride
      child = container + 1
      end = tape.tokens[container].next
    }

    mutating func next() -> Int? {
      guard child < end else { return nil }
      defer { child = tape.next(after: child + stride) }
      return child
    }
  }

  func kind(at index: Int) -> Kind {
    let token = tokens[index]
    if token.isArray { return .array }
    if token.isObject { return .object }
    return switch bytes[token.position] {
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"): .true
    case UInt8(ascii: "f"): .false
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  func isString(at index: Int) -> Bool {
    let token = tokens[index]
    return !token.isContainer && bytes[token.position] == UInt8(ascii: "\"")
  }

  /// A number, as it is written.
  func number(at index: Int) -> String {
    let start = tokens[index].position
    var end = start
    while end < bytes.count, Self.isNumeral(bytes[end]) { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private static func isNumeral(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The characters of a string or a key.
  func string(at index: Int) -> String {
    let token = tokens[index]
    let start = token.position + 1
    guard token.isEscapedString else {
      return String(decoding: bytes[start..<plainEnd(from: start)], as: UTF8.self)
    }
    return JSONEscape.text(of: bytes[start..<(escapedEnd(from: start, to: bytes.count) ?? bytes.count)])
  }

  /// The bytes of a string without escapes; nil for any other value.
  func plainString(at index: Int) -> ArraySlice<UInt8>? {
    guard isString(at: index), !tokens[index].isEscapedString else { return nil }
    let start = tokens[index].position + 1
    return bytes[start..<plainEnd(from: start)]
  }

  /// The index of the closing quote of a string without escapes.
  private func plainEnd(from start: Int) -> Int { JSONPlainRun(bytes.span, from: start, to: bytes.count).end }

  /// The index of the closing quote of a string with escapes; nil if it is not before `limit`.
  private func escapedEnd(from start: Int, to limit: Int) -> Int? {
    var index = start
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: "\""): return index
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  /// Whether a key has a name, byte for byte. The name's storage is made contiguous.
  func isKey(_ key: Int, _ name: inout String) -> Bool {
    let token = tokens[key]
    let start = token.position + 1
    if token.isEscapedString {
      // A byte is written as six characters at most, so a longer string is another name.
      let limit = min(bytes.count, start + name.utf8.count * 6 + 1)
      return escapedEnd(from: start, to: limit) != nil && string(at: key).utf8.elementsEqual(name.utf8)
    }
    return name.withUTF8 { name in
      guard name.count < bytes.count - start, bytes[start + name.count] == UInt8(ascii: "\"") else { return false }
      for offset in 0..<name.count {
        let byte = unsafe name[offset]
        // A quote ends the key, so a name that has one is another.
        guard bytes[start + offset] == byte, byte != UInt8(ascii: "\"") else { return false }
      }
      return true
    }
  }

  /// Whether two keys without escapes are the same, byte for byte. `count` is the number of bytes of the second one.
  func isSame(_ key: Int, as other: Int, count: Int) -> Bool {
    let (first, second) = (tokens[key].position + 1, tokens[other].position + 1)
    // The closing quote is compared too.
    for offset in 0...count where bytes[first + offset] != bytes[second + offset] { return false }
    return true
  }
}

extension JSONTape {
  /// A value, or a key, of a scanned JSON text, in four bytes: two bits say what the other thirty mean.
  struct Token {
    /// The greatest length of a text in bytes. A token cannot hold the positions of a longer one.
    static let longestText = 1 << 30

    private static let escapedString: UInt32 = 1 << 30
    private static let array: UInt32 = 2 << 30
    private static let object: UInt32 = 3 << 30
    private static let mask = escapedString - 1

    private var bits: UInt32

    /// A scalar, or a key, at its first byte; a string's is its opening quote. `isEscaped` is for a string that holds
    /// an escape.
    init(at position: Int, isEscaped: Bool = false) {
      bits = UInt32(truncatingIfNeeded: position) | (isEscaped ? Self.escapedString : 0)
    }

    /// A container; ``next`` is set when it is closed.
    init(container: JSONPath.Container) { bits = container == .array ? Self.array : Self.object }

    var isArray: Bool { bits & ~Self.mask == Self.array }
    var isObject: Bool { bits & ~Self.mask == Self.object }
    var isContainer: Bool { bits & Self.array != 0 }
    var isEscapedString: Bool { bits & ~Self.mask == Self.escapedString }

    /// The position of a scalar or a key in the text.
    var position: Int { Int(bits & Self.mask) }

    /// Of a closed container: the index of the token after it and all that it holds.
    var next: Int {
      get { Int(bits & Self.mask) }
      set { bits = bits & ~Self.mask | UInt32(truncatingIfNeeded: newValue) }
    }
  }
}
