package import Edge

/// The form of ``JSONSchema`` in a manifest.
package struct ManifestType: Codable, Sendable, Hashable {
  /// A member of an object.
  private struct Member: Codable, Sendable, Hashable {
    var key: String
    var schema: ManifestType
    var isRequired: Bool

    enum CodingKeys: String, CodingKey {
      case key, schema
      case isRequired = "required"
    }
  }

  private var shape: String
  private var isNullable: Bool?
  private var unrecorded: String?
  private var format: String?
  private var choices: [String]?
  private var name: String?
  /// The schema of an array's elements or a dictionary's values: an array of one, since a struct cannot contain itself.
  private var element: [ManifestType]?
  private var members: [Member]?

  package init(_ schema: JSONSchema) {
    isNullable = schema.isNullable ? true : nil
    unrecorded = schema.unrecorded
    switch schema.shape {
    case .any: shape = "any"
    case .boolean: shape = "boolean"
    case .integer: shape = "integer"
    case .number: shape = "number"
    case .string(let stringFormat):
      shape = "string"
      format = stringFormat?.rawValue
    case .choice(let values):
      shape = "choice"
      choices = values
    case .array(let type):
      shape = "array"
      element = [ManifestType(type)]
    case .dictionary(let type):
      shape = "dictionary"
      element = [ManifestType(type)]
    case .object(let object):
      shape = "object"
      name = object.name
      members = object.members.map {
        Member(key: $0.key, schema: ManifestType($0.schema), isRequired: $0.isRequired)
      }
    case .recursive(let type):
      shape = "recursive"
      name = type
    }
  }

  /// The schema.
  ///
  /// - Throws: ``MessageFault`` for an unknown shape or format, and for one without its parts.
  package func schema() throws(MessageFault) -> JSONSchema {
    var schema = JSONSchema(try jsonShape(), isNullable: isNullable ?? false)
    schema.unrecorded = unrecorded
    return schema
  }

  private func jsonShape() throws(MessageFault) -> JSONSchema.Shape {
    switch shape {
    case "any": return .any
    case "boolean": return .boolean
    case "integer": return .integer
    case "number": return .number
    case "string":
      guard let format else { return .string(nil) }
      guard let known = JSONSchema.Format(rawValue: format) else {
        throw MessageFault("the format '\(format)' is not known")
      }
      return .string(known)
    case "choice": return .choice(choices ?? [])
    case "array": return .array(try elementSchema())
    case "dictionary": return .dictionary(try elementSchema())
    case "object":
      var object = JSONSchema.Object(name: name ?? "", members: [])
      for member in members ?? [] {
        let schema = try member.schema.schema()
        object.members.append(member.isRequired ? .required(member.key, schema) : .optional(member.key, schema))
      }
      return .object(object)
    case "recursive": return .recursive(name ?? "")
    default: throw MessageFault("the shape '\(shape)' is not known")
    }
  }

  private func elementSchema() throws(MessageFault) -> JSONSchema {
    guard let element = element?.first else { throw MessageFault("the shape '\(shape)' has no element") }
    return try element.schema()
  }

  private enum CodingKeys: String, CodingKey {
    case shape
    case isNullable = "nullable"
    case unrecorded, format, choices, name, element, members
  }
}
