import Edge

/// The text of a stored input with its sensitive values masked by the rules of ``InputMask``. All other values keep
/// their spelling, numbers to the last digit. White space between values is left out.
///
/// The text may be truncated anywhere. A truncated string value is masked, since its missing end may show that it is
/// secret.
struct MaskedInput {
  private static let mask = Array("\"***\"".utf8)
  /// The deepest nesting that is shown.
  private static let maximumDepth = 128

  private let input: [UInt8]
  private var index = 0
  private var output: [UInt8] = []
  private let limit: Int

  private init(_ text: String, limit: Int) {
    input = Array(text.utf8)
    self.limit = limit
  }

  /// The masked text. One with more characters than `limit` is cut, and ends with an ellipsis.
  static func text(of stored: String, limit: Int = .max) -> String {
    // The limit in bytes: a Unicode scalar has four at most. Above 2^40 characters there is no limit.
    var masked = MaskedInput(stored, limit: limit > 1 << 40 ? .max : limit * 4)
    masked.value(isNamed: false, depth: 0)
    let text = String(decoding: masked.output, as: UTF8.self)
    return text.count > limit || !masked.isAtEnd ? text.prefix(limit) + "…" : text
  }

  /// Whether nothing follows.
  private var isAtEnd: Bool { index >= input.count }
  /// Whether reading goes on.
  private var goesOn: Bool { index < input.count && output.count <= limit }

  private mutating func skipSpace() {
    while index < input.count, [0x20, 0x09, 0x0A, 0x0D].contains(input[index]) { index += 1 }
  }

  private mutating func value(isNamed: Bool, depth: Int) {
    skipSpace()
    guard goesOn else { return }
    switch input[index] {
    case UInt8(ascii: "{") where depth < Self.maximumDepth: object(depth: depth + 1)
    case UInt8(ascii: "[") where depth < Self.maximumDepth: array(depth: depth + 1)
    case UInt8(ascii: "{"), UInt8(ascii: "["): index = input.count
    case UInt8(ascii: "\""):
      let (text, isWhole) = string()
      output += isNamed && isWhole && !InputMask.looksSecret(Self.plain(text)) ? Array(text) : Self.mask
    default: scalar()
    }
    skipSpace()
  }

  /// A number, `true`, `false` or `null`.
  private mutating func scalar() {
    let start = index
    while index < input.count, !Array(",]} \t\r\n".utf8).contains(input[index]) { index += 1 }
    output += input[start..<index]
    // A byte that begins no value would stop the reading.
    if index == start { index += 1 }
  }

  private mutating func array(depth: Int) {
    output.append(input[index])
    index += 1
    skipSpace()
    while goesOn, input[index] != UInt8(ascii: "]") {
      value(isNamed: false, depth: depth)
      separator()
    }
    close()
  }

  private mutating func object(depth: Int) {
    output.append(input[index])
    index += 1
    skipSpace()
    var hidden = 0
    while goesOn, input[index] == UInt8(ascii: "\"") {
      let (key, isWhole) = string()
      let name = Self.plain(key)
      // Keys of one object differ, so a key that looks like a masked one is masked too.
      if name.contains("@") || name.hasPrefix("***") || !isWhole {
        hidden += 1
        output += Array("\"***\(hidden > 1 ? "\(hidden)" : "")\"".utf8)
      } else {
        output += key
      }
      skipSpace()
      guard goesOn, input[index] == UInt8(ascii: ":") else { break }
      output.append(UInt8(ascii: ":"))
      index += 1
      member(isSensitive: InputMask.isSensitive(name), depth: depth)
      separator()
    }
    close()
  }

  private mutating func member(isSensitive: Bool, depth: Int) {
    let start = output.count
    value(isNamed: true, depth: depth)
    guard isSensitive, output[start...] != ArraySlice("null".utf8) else { return }
    output.removeLast(output.count - start)
    output += Self.mask
  }

  private mutating func separator() {
    guard goesOn, input[index] == UInt8(ascii: ",") else { return }
    output.append(UInt8(ascii: ","))
    index += 1
    skipSpace()
  }

  private mutating func close() {
    guard goesOn else { return }
    output.append(input[index])
    index += 1
  }

  /// Reads a string with its quotes.
  ///
  /// - Returns: the string as it is spelt, and whether its closing quote was found.
  private mutating func string() -> (ArraySlice<UInt8>, isWhole: Bool) {
    let start = index
    index += 1
    while index < input.count {
      switch input[index] {
      case UInt8(ascii: "\""):
        index += 1
        return (input[start..<index], true)
      case UInt8(ascii: "\\"): index = min(index + 2, input.count)
      default: index += 1
      }
    }
    return (input[start...], false)
  }

  /// The characters of a string.
  private static func plain(_ string: ArraySlice<UInt8>) -> String {
    if let text = try? Wire.decode(String.self, from: Array(string)) { return text }
    return String(decoding: string.dropFirst(), as: UTF8.self)
  }
}
