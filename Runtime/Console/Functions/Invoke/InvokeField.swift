package import Edge

/// One field of the form that calls a function: a member of the function's input.
package struct InvokeField: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case text, number, integer, boolean
    case choice([String])
    /// A JSON text.
    case json
  }

  /// The member's key.
  package let key: String
  package let kind: Kind
  package let isRequired: Bool
  package let isNullable: Bool
  /// The form of the value in words.
  package let hint: String

  /// The prefix of the names of fields in a form, so that a member cannot have the name of another field.
  package static let prefix = "input."

  /// The name in the form.
  package var name: String { Self.prefix + key }

  package init(_ member: JSONSchema.Member) {
    key = member.key
    isRequired = member.isRequired
    isNullable = member.schema.isNullable
    (kind, hint) =
      switch member.schema.shape {
      case .boolean: (.boolean, "true or false")
      case .integer: (.integer, "whole number")
      case .number: (.number, "number")
      case .string(nil): (.text, "text")
      case .string(.uuid): (.text, "UUID")
      case .string(.date): (.text, "date and time")
      case .string(.url): (.text, "URL")
      case .string(.bytes): (.text, "Base64")
      case .choice(let values): (.choice(values), "one of \(values.count)")
      case .array: (.json, "JSON array")
      case .dictionary, .object, .recursive: (.json, "JSON object")
      case .any: (.json, "JSON")
      }
  }

  /// The value of a text in the form; nil leaves the member out.
  ///
  /// - Throws: ``PageError/invalid(_:)`` that names the field.
  func value(of text: String?) throws(PageError) -> JSONValue? {
    guard let text, !text.isEmpty else {
      guard isRequired else { return nil }
      if isNullable { return .null }
      if kind == .text { return "" }
      throw .invalid("\(key) is missing: expected \(hint)")
    }
    switch kind {
    case .text: return .string(text)
    case .boolean where text == "true" || text == "false": return .bool(text == "true")
    case .choice(let values) where values.contains(text): return .string(text)
    case .integer: if let number = Int64(text) { return .integer(number) }
    case .number: if let number = JSONValue.number(in: text) { return number }
    case .json: if let value = try? Wire.decode(JSONValue.self, from: [UInt8](text.utf8)) { return value }
    case .boolean, .choice: break
    }
    throw .invalid("\(key) is not valid: expected \(hint)")
  }

  /// The text of a value, for the form; nil for a value that the field cannot show.
  func text(of value: JSONValue) -> String? {
    switch (kind, value) {
    case (_, .null): isNullable || kind != .json ? "" : "null"
    case (.text, .string(let text)), (.choice, .string(let text)): text
    case (.boolean, .bool(let value)): value ? "true" : "false"
    case (.integer, .integer(let value)), (.number, .integer(let value)): String(value)
    case (.number, .number(let value)): "\(value)"
    case (.json, let value): (try? Wire.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    default: nil
    }
  }
}

extension JSONValue {
  /// The number of a text in JSON's form; nil for any other text.
  fileprivate static func number(in text: String) -> JSONValue? {
    guard let value = try? Wire.decode(JSONValue.self, from: [UInt8](text.utf8)), value.double != nil else {
      return nil
    }
    return value
  }
}
