import Wire

extension DatabaseValue {
  /// Reads a value that the server sent as text. Types without a case of their own stay text.
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
      if let element = PostgresType.element(ofArray: type), let json = PostgresArray.json(text, of: element) {
        self = .text(json)
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
      // Built below zero, where there is room for one more.
      let (next, isTooSmall) = shifted.subtractingReportingOverflow(digit)
      guard !isTooLarge, !isTooSmall else { return nil }
      number = next
    }
    if isNegative { return number }
    return number == .min ? nil : -number
  }

  /// An integer where it is one: `sum` of integers is numeric.
  private static func numeric(_ text: String) -> DatabaseValue {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if let whole = parts.first.flatMap({ Int64($0) }), parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == "0" } }) {
      return .integer(whole)
    }
    return Double(text).map(DatabaseValue.real) ?? .text(text)
  }

  /// `2025-11-20 08:30:00.5+00` as `2025-11-20T08:30:00.500Z`: the spelling that this project stores in SQLite.
  private static func timestamp(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let isUsual = unsafe bytes.count >= 19 && bytes[10] == UInt8(ascii: " ")
    // Of another zone, in a transaction that has set one, and before our era.
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

  /// The bytes of `\x…`, the spelling that the session asks for.
  private static func bytea(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    // The server sends hexadecimal digits alone.
    func digit(_ byte: UInt8) -> UInt8 { ASCII.hexValue(byte) ?? 0 }
    return stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      unsafe digit(bytes[index]) << 4 | digit(bytes[index + 1])
    }
  }
}

/// The types that are read as something else than text.
enum PostgresType {
  static let bool: UInt32 = 16
  static let bytea: UInt32 = 17
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let oid: UInt32 = 26
  static let json: UInt32 = 114
  static let float4: UInt32 = 700
  static let float8: UInt32 = 701
  static let timestamp: UInt32 = 1114
  static let timestamptz: UInt32 = 1184
  static let numeric: UInt32 = 1700
  static let uuid: UInt32 = 2950
  static let jsonb: UInt32 = 3802

  private static let text: UInt32 = 25

  /// The type of an array's elements.
  static func element(ofArray type: UInt32) -> UInt32? {
    switch type {
    case 1000: bool
    case 1005: int2
    case 1007: int4
    case 1016: int8
    case 1021: float4
    case 1022: float8
    case 1231: numeric
    case 1003, 1009, 1014, 1015, 1182: text
    case 1115: timestamp
    case 1185: timestamptz
    case 2951: uuid
    case 199: json
    case 3807: jsonb
    default: nil
    }
  }
}
