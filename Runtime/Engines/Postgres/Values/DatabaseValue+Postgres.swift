import Database
import Wire

extension DatabaseValue {
  /// Reads a value from the server's text. A value of a type without a case of its own stays text.
  ///
  /// - Parameter type: The type's number in `pg_type` (Postgres' src/include/catalog/pg_type.dat).
  init(postgres type: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) {
    switch type {
    case PostgresType.bool: self = unsafe .integer(bytes.first == UInt8(ascii: "t") ? 1 : 0)
    case PostgresType.int2, PostgresType.int4, PostgresType.int8, PostgresType.oid:
      let text = unsafe Self.text(bytes)
      self = Int64(text).map(DatabaseValue.integer) ?? .text(text)
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
    let rest = unsafe bytes.dropFirst(19)
    let hasFraction = unsafe rest.first == UInt8(ascii: ".")
    let fraction = unsafe rest.dropFirst().prefix { hasFraction && ASCII.isDigit($0) }
    var result = unsafe [UInt8](bytes.prefix(19))
    result[10] = UInt8(ascii: "T")
    result.append(UInt8(ascii: "."))
    unsafe result.append(contentsOf: fraction)
    while result.count < 23 { result.append(UInt8(ascii: "0")) }
    result.append(UInt8(ascii: "Z"))
    return String(decoding: result, as: UTF8.self)
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
