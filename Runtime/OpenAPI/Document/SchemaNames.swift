import Edge

/// The schemas of a document's objects under unique names, and the JSON of schemas that refer to them.
struct SchemaNames {
  /// The JSON of the objects by name, in the order in which they were first used.
  private(set) var components = JSONObject()
  /// The objects that have a name.
  private var named: [JSONSchema.Object: String] = [:]
  /// The name of the latest object of a type, to which recursive schemas refer.
  private var latest: [String: String] = [:]

  /// Adds a schema of the document's own.
  mutating func add(_ name: String, _ schema: JSONObject) { components[name] = .object(schema) }

  mutating func json(_ schema: JSONSchema) -> JSONObject {
    switch schema.shape {
    case .any: [:]
    case .boolean: typed("boolean", schema)
    case .integer: typed("integer", schema, ["format": "int64"])
    case .number: typed("number", schema, ["format": "double"])
    case .string(let format): typed("string", schema, format.map { ["format": .string($0.rawValue)] } ?? [:])
    case .choice(let values):
      typed("string", schema, ["enum": .array(values.map { .string($0) } + (schema.isNullable ? [.null] : []))])
    case .array(let element): typed("array", schema, ["items": .object(json(element))])
    case .dictionary(let value): typed("object", schema, ["additionalProperties": .object(json(value))])
    case .object(let object): reference(to: name(of: object), schema)
    case .recursive(let type): reference(to: latest[type] ?? Self.shortened(type), schema)
    }
  }

  private func typed(_ type: String, _ schema: JSONSchema, _ more: JSONObject = [:]) -> JSONObject {
    var json: JSONObject = ["type": schema.isNullable ? [.string(type), "null"] : .string(type)]
    for (key, value) in more { json[key] = value }
    return json
  }

  private func reference(to name: String, _ schema: JSONSchema) -> JSONObject {
    let reference: JSONObject = ["$ref": .string("#/components/schemas/\(name)")]
    return schema.isNullable ? ["anyOf": [.object(reference), ["type": "null"]]] : reference
  }

  /// The name of an object, whose schema is added if it is new.
  private mutating func name(of object: JSONSchema.Object) -> String {
    if let name = named[object] { return name }
    let short = Self.shortened(object.name)
    // Another type of that name has a number behind it.
    var (name, number) = (short, 2)
    while components[name] != nil { (name, number) = ("\(short)\(number)", number + 1) }
    named[object] = name
    latest[object.name] = name
    // The name is taken before the members are made, which may refer to it.
    components[name] = [:]
    var properties = JSONObject()
    for member in object.members { properties[member.key] = .object(json(member.schema)) }
    var json: JSONObject = ["type": "object", "properties": .object(properties)]
    let required = object.members.filter(\.isRequired).map { JSONValue.string($0.key) }
    if !required.isEmpty { json["required"] = .array(required) }
    components[name] = .object(json)
    return name
  }

  /// A type's name without its module, and with letters, digits and `_` alone: `Functions.OpenSession.Category` is
  /// `OpenSessionCategory`.
  private static func shortened(_ type: String) -> String {
    let parts = type.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }
    let own = parts.count > 1 ? parts.dropFirst() : parts[...]
    let name = own.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.isEmpty ? "Value" : name
  }
}
