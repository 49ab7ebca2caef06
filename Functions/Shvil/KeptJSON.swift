import Edge

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
    let size = StoredSize(of: value, compactBytes: text.utf8.count)
    if size.hasZero { return "A string contains U+0000" }
    if size.hasUnfitNumber { return "A number is larger than 1e308, or smaller than 1e-308" }
    if hasZeroWithExponent { return "A zero has an exponent" }
    return size.bytes > Self.maximumBytes ? "Expected at most \(Self.maximumBytes) bytes" : nil
  }

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
