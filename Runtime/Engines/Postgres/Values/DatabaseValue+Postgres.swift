import Database
import Wire

extension DatabaseValue {
  /// Reads a value from the server's text. A value of a type without a case of its own stays text.
  ///
  /// - Parameters:
  ///   - type: The type's number in `pg_type` (Postgres' src/include/catalog/pg_type.dat).
  ///   - bytes: The text.
  init(postgres type: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) {
    switch type {
    case PostgresType.bool: self = unsafe .integer(bytes.first == UInt8(ascii: "t") ? 1 : 0)
    case PostgresType.int2, PostgresType.int4, PostgresType.int8, PostgresType.oid:
      let integer = unsafe Self.integer(bytes)
      self = unsafe integer.map(DatabaseValue.integer) ?? .text(Self.text(bytes))
    case PostgresType.float4, PostgresType.float8:
      let text = unsafe Self.text(bytes)
      self = Double(text).map(DatabaseValue.real) ?? .text(text)
    case PostgresType.numeric: self = unsafe Self.numeric(Self.text(bytes))
    case PostgresType.timestamp, PostgresType.timestamptz: self = unsafe .text(Self.timestamp(bytes))
    case PostgresType.bytea: self = unsafe .blob(Self.bytea(bytes))
    default:
      let text = unsafe Self.text(bytes)
      if let element = PostgresType.element(ofArray: type), let array = PostgresArray(text) {
        self = .text(Self.json(array, of: element))
      } else {
        self = .text(text)
      }
    }
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    unsafe String(decoding: bytes, as: UTF8.self)
  }

  private static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isNegative = unsafe bytes.first == UInt8(ascii: "-")
    var number: Int64 = 0
    guard bytes.count > (isNegative ? 1 : 0) else { return nil }
    for index in (isNegative ? 1 : 0)..<bytes.count {
      let digit = unsafe Int64(bytes[index]) - 48
      guard (0...9).contains(digit) else { return nil }
      let (shifted, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      // Computed as a negative number, because the smallest integer has no positive counterpart.
      let (next, isTooSmall) = shifted.subtractingReportingOverflow(digit)
      guard !isTooLarge, !isTooSmall else { return nil }
      number = next
    }
    if isNegative { return number }
    return number == .min ? nil : -number
  }

  /// A whole number as an integer, since a `sum` of integers is numeric.
  private static func numeric(_ text: String) -> DatabaseValue {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if let whole = parts.first.flatMap({ Int64($0) }), parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == "0" } }) {
      return .integer(whole)
    }
    return Double(text).map(DatabaseValue.real) ?? .text(text)
  }

  /// `2025-11-20 08:30:00.5+00` as `2025-11-20T08:30:00.500Z`, the spelling of dates in SQLite here. Microseconds stay.
  private static func timestamp(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let isUsual = unsafe bytes.count >= 19 && bytes[10] == UInt8(ascii: " ")
    // Another zone, which a transaction may set, and a date before our era stay as the server spells them.
    let zone = unsafe bytes.dropFirst(19).drop { $0 == UInt8(ascii: ".") || ASCII.isDigit($0) }
    guard isUsual, unsafe zone.isEmpty || zone.elementsEqual("+00".utf8) else { return unsafe text(bytes) }
    return unsafe String(unsafeUninitializedCapacity: bytes.count + 5) { result in
      var count = 0
      func append(_ byte: UInt8) {
        unsafe result[count] = byte
        count += 1
      }
      for index in 0..<19 { unsafe append(index == 10 ? UInt8(ascii: "T") : bytes[index]) }
      append(UInt8(ascii: "."))
      var digits = 0
      var index = 20
      if unsafe bytes.count > 20 && bytes[19] == UInt8(ascii: ".") {
        while unsafe index < bytes.count && ASCII.isDigit(bytes[index]) {
          unsafe append(bytes[index])
          digits += 1
          index += 1
        }
      }
      while digits < 3 {
        append(UInt8(ascii: "0"))
        digits += 1
      }
      append(UInt8(ascii: "Z"))
      return count
    }
  }

  /// The bytes of `\x…`, the spelling that the session sets.
  private static func bytea(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    // The server sends hexadecimal digits alone.
    func digit(_ byte: UInt8) -> UInt8 { ASCII.hexValue(byte) ?? 0 }
    return stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      unsafe digit(bytes[index]) << 4 | digit(bytes[index + 1])
    }
  }

  /// An array as JSON text, the form of lists in SQLite here.
  private static func json(_ array: PostgresArray, of type: UInt32) -> String {
    "[" + array.elements.map { $0.map { json($0, of: type) } ?? "null" }.joined(separator: ",") + "]"
  }

  private static func json(_ element: [UInt8], of type: UInt32) -> String {
    if type == PostgresType.json || type == PostgresType.jsonb { return String(decoding: element, as: UTF8.self) }
    let value = unsafe element.withUnsafeBufferPointer { unsafe DatabaseValue(postgres: type, $0) }
    switch value {
    case .integer(let integer) where type == PostgresType.bool: return integer == 1 ? "true" : "false"
    case .integer(let integer): return integer.description
    case .real(let real) where real.isFinite: return real.description
    case .text(let text): return JSONWriter.quoted(text)
    default: return JSONWriter.quoted(String(decoding: element, as: UTF8.self))
    }
  }
}
