import Edge
import Foundation

/// A JSON value of a client that is kept as it came: unknown members, the order of members, the spelling of numbers.
///
/// It is within the bounds of a `jsonb` column and of the clients that read it, whatever the engine. Postgres' `jsonb`
/// orders members by its own rule.
struct KeptJSON: Codable {
  /// The most bytes of the text as `jsonb` writes it, with spaces and without exponents.
  static let maximumBytes = 16_384

  /// The deepest nesting that clients can read: 63 arrays or objects, and a scalar in the innermost.
  static let maximumDepth = 63

  let raw: RawJSON
  /// The value; numbers may be rounded.
  let value: JSONValue

  /// The text to store.
  var text: String { raw.text }

  init(from decoder: any Decoder) throws {
    raw = try decoder.singleValueContainer().decode(RawJSON.self)
    value = try raw.value
    if let fault = fault {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: fault))
    }
  }

  func encode(to encoder: any Encoder) throws { try raw.encode(to: encoder) }

  /// The bound that the value breaks; nil for an acceptable value.
  private var fault: String? {
    guard value.isNested(atMost: Self.maximumDepth) else { return "Nested deeper than \(Self.maximumDepth)" }
    var size = StoredSize(bytes: text.utf8.count)
    size.add(value)
    if size.hasZero { return "A string contains U+0000" }
    if size.hasUnfitNumber { return "A number is larger than 1e308" }
    if hasZeroWithExponent { return "A zero has an exponent" }
    return size.bytes > Self.maximumBytes ? "Expected at most \(Self.maximumBytes) bytes" : nil
  }
}

extension KeptJSON {
  /// Whether a zero has an exponent: `jsonb` writes `0e-300` with 300 digits, and cannot store `0e-99999`.
  private var hasZeroWithExponent: Bool {
    var (isNumber, isZero) = (false, false)
    var strings = JSONStringScan()
    for byte in text.utf8 {
      if strings.isInString(byte) { continue }
      switch byte {
      case UInt8(ascii: "0"):
        if !isNumber { (isNumber, isZero) = (true, true) }
      case UInt8(ascii: "1")...UInt8(ascii: "9"): (isNumber, isZero) = (true, false)
      case UInt8(ascii: "."): break
      case UInt8(ascii: "e"), UInt8(ascii: "E"): if isNumber, isZero { return true }
      // A sign begins a number, or the digits of an exponent.
      default: isNumber = false
      }
    }
    return false
  }
}

/// The size of a value as `jsonb` writes it, and whether `jsonb` can store it.
struct StoredSize {
  /// Starts with those of the compact text.
  var bytes: Int
  var hasZero = false
  var hasUnfitNumber = false

  mutating func add(_ value: JSONValue) {
    switch value {
    case .null, .bool, .integer: break
    case .number(let number):
      // 1e300 has 301 digits.
      if number != 0 { bytes += Int(abs(log10(abs(number))).rounded(.up)) }
      hasUnfitNumber = hasUnfitNumber || abs(number) > 1e308
    case .string(let text): hasZero = hasZero || text.utf8.contains(0)
    case .array(let elements):
      // A space after each comma.
      bytes += elements.count
      for element in elements { add(element) }
    case .object(let members):
      bytes += members.count * 2
      for (key, value) in members {
        hasZero = hasZero || key.utf8.contains(0)
        add(value)
      }
    }
  }
}

extension JSONValue {
  /// Whether arrays and objects nest no deeper: `[[1]]` is two deep.
  func isNested(atMost depth: Int) -> Bool {
    switch self {
    case .array(let elements): depth > 0 && elements.allSatisfy { $0.isNested(atMost: depth - 1) }
    case .object(let members): depth > 0 && members.values.allSatisfy { $0.isNested(atMost: depth - 1) }
    default: true
    }
  }
}
