import Database
import Edge
import FoundationEssentials

/// A list of rows, bound as one JSON value.
struct JSONRows: SQLValue {
  private let text: String

  init(_ rows: [[JSONValue]]) throws { try self.init(.array(rows.map(JSONValue.array))) }
  init(_ rows: [Int64: [JSONValue]]) throws {
    try self.init(.object(JSONObject(rows.sorted { $0.key < $1.key }.map { ("\($0)", .array($1)) })))
  }
  init(_ ids: [Int64]) { text = "[" + ids.map(String.init).joined(separator: ",") + "]" }
  init(_ names: [String]) throws { try self.init(.array(names.map(JSONValue.string))) }

  private init(_ value: JSONValue) throws { text = String(decoding: try Wire.encode(value), as: UTF8.self) }

  func encoded() -> DatabaseValue { text.encoded() }
  static func decoded(from value: DatabaseValue) -> JSONRows? { nil }
}

extension JSONValue {
  static func instant(_ date: Date) -> JSONValue { .string(WireDate.string(from: date)) }
  static func flag(_ flag: Bool) -> JSONValue { .integer(flag ? 1 : 0) }
}
