/// A type that declares its own schema, since its `init(from:)` does not show it.
public protocol SchemaProviding {
  /// The schema of the type's JSON.
  static var jsonSchema: JSONSchema { get }
  /// A value that `init(from:)` accepts, so that types with a member of this type can be recorded. By default it is
  /// made from the schema.
  static var jsonExample: JSONValue { get }
}

extension SchemaProviding {
  /// The simplest value of the schema.
  public static var jsonExample: JSONValue { jsonSchema.example }
}

extension Array: SchemaProviding where Element: SchemaProviding {
  /// An array of the element's schema.
  public static var jsonSchema: JSONSchema { .array(of: Element.jsonSchema) }
  /// An array of the element's example.
  public static var jsonExample: JSONValue { [Element.jsonExample] }
}

extension Optional: SchemaProviding where Wrapped: SchemaProviding {
  /// The value's schema, or null.
  public static var jsonSchema: JSONSchema { Wrapped.jsonSchema.nullable }
  /// The example of the wrapped type.
  public static var jsonExample: JSONValue { Wrapped.jsonExample }
}

extension JSONSchema {
  /// A value of the schema, with all of its members.
  package var example: JSONValue { example(isShort: false) }

  /// A value that most types of this schema decode, as short as it can be: objects have their required members alone,
  /// and arrays are empty. A type that checks its values may refuse it.
  package var shortExample: JSONValue { isNullable ? .null : example(isShort: true) }

  private func example(isShort: Bool) -> JSONValue {
    func part(_ schema: JSONSchema) -> JSONValue { isShort ? schema.shortExample : schema.example }
    return switch shape {
    case .any, .recursive: .null
    case .boolean: true
    case .integer, .number: 1
    case .string(let format): format.map(\.example) ?? "a"
    case .choice(let values): values.first.map { .string($0) } ?? .null
    case .array(let element): isShort ? [] : [part(element)]
    case .dictionary(let value): isShort ? [:] : ["key": part(value)]
    case .object(let object):
      .object(
        JSONObject(
          object.members.filter { $0.isRequired || !isShort }.map { ($0.key, part($0.schema)) }))
    }
  }
}

extension JSONSchema.Format {
  fileprivate var example: JSONValue {
    switch self {
    case .uuid: "7c0f2f3e-6d8a-4c1b-9a55-0b7f6f2b1d10"
    case .date: "2026-03-01T12:00:00.000Z"
    case .url: "https://example.com/"
    case .bytes: "AA=="
    }
  }
}
