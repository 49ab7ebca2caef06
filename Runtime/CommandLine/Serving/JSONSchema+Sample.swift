import Edge

extension JSONSchema {
  /// A value that most types of this schema decode, as short as it can be: objects have their required members alone,
  /// and arrays are empty. A type that checks its values may refuse it.
  var sample: JSONValue {
    if isNullable { return .null }
    return switch shape {
    case .any, .recursive: .null
    case .boolean: true
    case .integer, .number: 1
    case .string(nil): "text"
    case .string(.uuid): "8e03978e-40d5-43dd-bc93-6894a57f9324"
    case .string(.date): "2026-01-31T12:00:00Z"
    case .string(.url): "https://example.com"
    case .string(.bytes): ""
    case .choice(let values): .string(values.first ?? "")
    case .array: .array([])
    case .dictionary: .object(JSONObject([]))
    case .object(let object):
      .object(JSONObject(object.members.filter(\.isRequired).map { ($0.key, $0.schema.sample) }))
    }
  }
}
