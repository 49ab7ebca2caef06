import FoundationEssentials

/// A decoder over the tokens of a scanned text, used through ``Wire``.
///
/// Foundation's decoder ends the process on deep texts, does not name a number that does not fit, and reads the text a
/// second time.
struct WireDecoder: Decoder {
  let text: JSONText
  let index: Int
  /// The path of the container that holds the value, and the value's key in it; nil for the whole text.
  var parent: WirePath?
  var key: (any CodingKey)?

  var codingPath: [any CodingKey] { (parent?.keys ?? []) + (key.map { [$0] } ?? []) }
  /// The path of this value, for the values in it.
  var path: WirePath? { key.map { WirePath(parent, $0) } }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard kind == .object else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(KeyedContainer<Key>(text: text, index: index, path: path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard kind == .array else { throw mismatch([Any].self) }
    return UnkeyedContainer(decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private var kind: JSONTape.Kind { text.tape.kind(at: index) }

  // MARK: Values

  /// Reads the value as any type: dates, ids, URLs, bytes and decimals as ``Wire`` writes them, other types by their
  /// own `init(from:)`.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == String.self { return try same(try string(as: type)) }
    if type == UUID.self { return try same(try id()) }
    if type == Date.self { return try same(try date()) }
    if type == URL.self { return try same(URL(string: try string(as: type))) }
    if type == Data.self { return try same(Data(base64Encoded: try string(as: type))) }
    if type == Decimal.self { return try same(Decimal(string: try number(as: type))) }
    if type == JSONValue.self { return try same(try anyValue()) }
    return try Value(from: self)
  }

  /// The value that was read, as the generic type that the caller named, which is the same type.
  @inline(__always)
  private func same<Read, Value>(_ value: Read?) throws -> Value {
    guard let value, Read.self == Value.self else { throw mismatch(Value.self) }
    // A cast would compare the types again, at twenty times the cost.
    return unsafe unsafeBitCast(value, to: Value.self)
  }

  private func anyValue() throws -> JSONValue {
    do throws(JSONText.UnfitNumber) {
      return try text.value(at: index)
    } catch {
      throw unfit(error, "A number is too large")
    }
  }

  /// The value's text, with its numbers as they are written.
  func source() throws -> String {
    do throws(JSONText.UnfitNumber) {
      return try text.source(at: index)
    } catch {
      throw unfit(error, "A number is too large or too small")
    }
  }

  private func unfit(_ number: JSONText.UnfitNumber, _ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath + number.path.reversed(), debugDescription: reason))
  }

  private func date() throws -> Date {
    guard let date = WireDate.date(from: try string(as: Date.self)) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath, debugDescription: "Expected an ISO 8601 instant such as 2026-03-01T12:00:00Z"))
    }
    return date
  }

  func string(as type: any Any.Type) throws -> String {
    guard text.tape.isString(at: index) else { throw mismatch(type) }
    return text.tape.string(at: index)
  }

  private func id() throws -> UUID? {
    guard text.tape.isString(at: index) else { throw mismatch(UUID.self) }
    return text.id(at: index)
  }

  private func number(as type: any Any.Type) throws -> String {
    guard kind == .number else { throw mismatch(type) }
    return text.tape.number(at: index)
  }

  func bool() throws -> Bool {
    switch kind {
    case .true: true
    case .false: false
    default: throw mismatch(Bool.self)
    }
  }

  /// A whole number in any spelling: `1.0` and `1e3` are whole.
  func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let number = try number(as: type)
    guard let value = Number(number) ?? WholeNumber.digits(of: number).flatMap({ Number($0) }) else {
      throw mismatch(type)
    }
    return value
  }

  func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
    guard let value = Number(try number(as: type)), value.isFinite else { throw mismatch(type) }
    return value
  }

  func mismatch(_ type: any Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
    return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension WireDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { kind == .null }
  func decode(_ type: Bool.Type) throws -> Bool { try bool() }
  func decode(_ type: String.Type) throws -> String { try string(as: type) }
  func decode(_ type: Double.Type) throws -> Double { try float(type) }
  func decode(_ type: Float.Type) throws -> Float { try float(type) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }
}

/// Finds whole numbers by their digits: a double would round `1.9999999999999999999999` to 2.
private enum WholeNumber {
  /// The most digits of any integer type: 2^128 has 39.
  private static let longest = 39

  /// A number without fraction and exponent, as an integer is written; nil if it is not whole, or longer than any
  /// integer.
  ///
  /// - Parameter text: A number as JSON writes it (RFC 8259, section 6).
  static func digits(of text: String) -> String? {
    let isNegative = text.hasPrefix("-")
    let parts = text.utf8.drop { $0 == UInt8(ascii: "-") }.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
    guard let mantissa = parts.first else { return nil }
    let halves = mantissa.split(separator: UInt8(ascii: "."), maxSplits: 1)
    var digits = Array(halves.joined())
    var fraction = halves.count > 1 ? halves[1].count : 0
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      fraction -= 1
    }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard !significant.isEmpty else { return "0" }
    // An exponent that no integer holds makes a number too large, or a fraction.
    guard let exponent = parts.count > 1 ? Int(Substring(parts[1])) : 0 else { return nil }
    let (zeros, overflows) = exponent.subtractingReportingOverflow(fraction)
    guard !overflows, zeros >= 0, zeros <= longest, significant.count + zeros <= longest else { return nil }
    return (isNegative ? "-" : "") + String(decoding: significant, as: UTF8.self) + String(repeating: "0", count: zeros)
  }
}
