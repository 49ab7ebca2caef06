/// A schema of JSON values: the part of JSON Schema that describes the inputs and outputs of functions.
///
/// The host's OpenAPI document has a schema for each function. It is recorded from the function's own types; a type
/// that cannot be recorded declares its schema as ``SchemaProviding``, or its function does by
/// ``Function/schema(input:output:status:)``.
public struct JSONSchema: Sendable, Hashable {
  /// The format of a string.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// A UUID.
    case uuid
    /// An instant in ISO 8601.
    case date = "date-time"
    /// A URL.
    case url = "uri"
    /// Bytes in Base64.
    case bytes = "byte"
  }

  /// The kind of values that a schema allows.
  public indirect enum Shape: Sendable, Hashable {
    /// Every value.
    case any
    /// `true` or `false`.
    case boolean
    /// A whole number.
    case integer
    /// A number.
    case number
    /// A string, of a format or of none.
    case string(Format?)
    /// One of several strings.
    case choice([String])
    /// An array.
    case array(JSONSchema)
    /// An object with any keys, whose values have one schema.
    case dictionary(JSONSchema)
    /// An object with known keys.
    case object(Object)
    /// An object of the named type, which contains this value.
    case recursive(String)
  }

  /// An object with known keys. Other keys are allowed, and ignored.
  public struct Object: Sendable, Hashable {
    /// The name of its type.
    public var name: String
    /// The members in their order.
    public var members: [Member]

    /// An object of a type.
    public init(name: String, members: [Member]) {
      self.name = name
      self.members = members
    }
  }

  /// A member of an object.
  public struct Member: Sendable, Hashable {
    /// The key in the object's JSON.
    public var key: String
    /// The schema of the value.
    public var schema: JSONSchema
    /// Whether the object must have the key.
    public var isRequired: Bool

    /// A member that the object must have.
    public static func required(_ key: String, _ schema: JSONSchema) -> Member {
      Member(key: key, schema: schema, isRequired: true)
    }

    /// A member that may be left out.
    public static func optional(_ key: String, _ schema: JSONSchema) -> Member {
      Member(key: key, schema: schema, isRequired: false)
    }
  }

  /// The kind of the values.
  public var shape: Shape
  /// Whether `null` is a value too.
  public var isNullable = false
  /// The reason why the kind of the values is unknown, if their type accepted no sample; nil otherwise.
  public package(set) var unrecorded: String?

  /// A schema of a kind of values.
  public init(_ shape: Shape, isNullable: Bool = false) {
    self.shape = shape
    self.isNullable = isNullable
  }

  /// The schema with `null` as one more value.
  public var nullable: JSONSchema {
    var schema = self
    schema.isNullable = true
    return schema
  }

  /// The places whose values are unknown, each with the reason.
  ///
  /// - Parameter path: the path of the schema's own values.
  package func unrecordedPlaces(at path: String) -> [String] {
    if let unrecorded { return ["\(path): \(unrecorded)"] }
    return switch shape {
    case .array(let element): element.unrecordedPlaces(at: "\(path)[]")
    case .dictionary(let value): value.unrecordedPlaces(at: "\(path).*")
    case .object(let object): object.members.flatMap { $0.schema.unrecordedPlaces(at: "\(path).\($0.key)") }
    case .any, .boolean, .integer, .number, .string, .choice, .recursive: []
    }
  }
}

extension JSONSchema {
  /// Every value.
  public static let any = JSONSchema(.any)
  /// `true` or `false`.
  public static let boolean = JSONSchema(.boolean)
  /// A whole number.
  public static let integer = JSONSchema(.integer)
  /// A number.
  public static let number = JSONSchema(.number)
  /// A string.
  public static let string = JSONSchema(.string(nil))
  /// A UUID.
  public static let uuid = JSONSchema(.string(.uuid))
  /// An instant in ISO 8601.
  public static let date = JSONSchema(.string(.date))
  /// A URL.
  public static let url = JSONSchema(.string(.url))

  /// One of several strings.
  public static func choice(_ values: String...) -> JSONSchema { JSONSchema(.choice(values)) }
  /// An array.
  public static func array(of element: JSONSchema) -> JSONSchema { JSONSchema(.array(element)) }
  /// An object with any keys.
  public static func dictionary(of value: JSONSchema) -> JSONSchema { JSONSchema(.dictionary(value)) }
  /// An object with known keys.
  ///
  /// - Parameters:
  ///   - name: the name of its type, which is that of a struct in generated clients.
  ///   - members: its members in their order.
  public static func object(_ name: String, _ members: Member...) -> JSONSchema {
    JSONSchema(.object(Object(name: name, members: members)))
  }
}
