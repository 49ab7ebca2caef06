package import Wire

/// A schema of a document, without references.
package struct ParsedSchema: Sendable {
  /// The name under which the document has it; nil for a schema in place.
  package private(set) var name: String?
  /// The type, such as `object`; nil for every value.
  package private(set) var type: String?
  /// Whether null is a value too.
  package private(set) var isNullable = false
  /// The format of strings.
  package private(set) var format: String?
  /// The strings of a choice; nil for every string.
  package private(set) var values: [String]?
  /// The members of an object by key.
  package private(set) var properties = JSONObject()
  /// The keys that an object must have.
  package private(set) var required: Set<String> = []
  /// The schema of an array's elements.
  package private(set) var items: JSONValue?
  /// The schema of a dictionary's values.
  package private(set) var additional: JSONValue?

  /// Reads a schema. Keywords of JSON Schema that ``JSONSchema`` does not have are ignored.
  init(_ value: JSONValue?, in document: JSONObject) {
    var schema = value
    // A reference, or null: how documents write an object that may be null.
    if let choices = schema?["anyOf"]?.array {
      isNullable = choices.contains { $0["type"]?.string == "null" }
      let others = choices.filter { $0["type"]?.string != "null" }
      schema = others.count == 1 ? others[0] : [:]
    }
    name = schema?["$ref"]?.string?.split(separator: "/").last.map(String.init)
    guard let json = Self.resolved(schema, in: document)?.object else { return }
    let types = (json["type"]?.array ?? json["type"].map { [$0] } ?? []).compactMap(\.string)
    type = types.first { $0 != "null" }
    if types.contains("null") { isNullable = true }
    format = json["format"]?.string
    values = json["enum"]?.array?.compactMap(\.string)
    properties = json["properties"]?.object ?? [:]
    required = Set((json["required"]?.array ?? []).compactMap(\.string))
    items = json["items"]
    if let values = json["additionalProperties"], values.object != nil { additional = values }
  }

  /// The value to which a value refers by `$ref`, or the value itself.
  static func resolved(_ value: JSONValue?, in document: JSONObject) -> JSONValue? {
    guard let reference = value?["$ref"]?.string, reference.hasPrefix("#/") else { return value }
    return reference.dropFirst(2).split(separator: "/").reduce(JSONValue.object(document)) { $0?[String($1)] }
  }

  /// The type in words: `string (uuid)`.
  package var words: String { (type ?? "any value") + (format.map { " (\($0))" } ?? "") }
}
