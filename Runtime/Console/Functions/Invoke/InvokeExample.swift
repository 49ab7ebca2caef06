import Edge

/// An example of a JSON value that a schema describes.
enum InvokeExample {
  /// The deepest nesting that an example has.
  private static let depth = 6

  /// An example, with all members that an object must have.
  static func value(of schema: JSONSchema, depth: Int = depth) -> JSONValue {
    switch schema.shape {
    case .any, .recursive: return schema.isNullable ? .null : [:]
    case .boolean: return false
    case .integer, .number: return 0
    case .string(nil): return ""
    case .string(.uuid): return "00000000-0000-4000-8000-000000000000"
    case .string(.date): return "2026-01-01T00:00:00Z"
    case .string(.url): return "https://example.com/"
    case .string(.bytes): return ""
    case .choice(let values): return .string(values.first ?? "")
    case .array(let element): return depth > 0 ? .array([value(of: element, depth: depth - 1)]) : []
    case .dictionary(let element): return depth > 0 ? ["key": value(of: element, depth: depth - 1)] : [:]
    case .object(let object):
      guard depth > 0 else { return [:] }
      let required = object.members.filter(\.isRequired)
      let members = required.isEmpty ? object.members : required
      return .object(JSONObject(members.map { ($0.key, value(of: $0.schema, depth: depth - 1)) }))
    }
  }
}
