import Wire

/// The Swift types of a document's schemas.
struct ClientTypes {
  private let document: ParsedDocument
  /// The declarations by name, in the order in which they were first used.
  private var declarations: [(name: String, text: String)] = []
  /// The type that each name was given to.
  private var subjects: [String: Subject] = [:]
  /// The named arrays and dictionaries around the type that is being written, up to the next named struct.
  private var enclosing: Set<String> = []

  /// What makes two uses of a name one type.
  private enum Subject: Hashable {
    case choice([String])
    case named(String)
    case unnamed(properties: JSONObject, required: Set<String>)
  }

  init(_ document: ParsedDocument) { self.document = document }

  /// The declarations of the types that were asked for.
  var text: String { declarations.map(\.text).joined(separator: "\n\n") }

  /// The type of a schema.
  ///
  /// - Parameter place: the words for a type without a name: the type around it, and the key.
  mutating func type(of schema: JSONValue?, at place: [String]) -> String {
    let read = document.schema(schema)
    let plain = plainType(of: read, at: place)
    return read.isNullable && plain != "JSON" ? "\(plain)?" : plain
  }

  private mutating func plainType(of schema: ParsedSchema, at place: [String]) -> String {
    switch schema.type {
    case "boolean": "Bool"
    case "integer": "Int"
    case "number": "Double"
    case "string": stringType(of: schema, at: place)
    case "array": collection(schema, at: place)
    case "object" where schema.additional != nil: collection(schema, at: place)
    case "object" where !schema.properties.isEmpty || schema.name != nil: structure(schema, at: place)
    case "object": "[String: JSON]"
    default: "JSON"
    }
  }

  /// An array or a dictionary. Inside itself it is `JSON`, since a type without a declaration cannot name itself.
  private mutating func collection(_ schema: ParsedSchema, at place: [String]) -> String {
    if let name = schema.name, !enclosing.insert(name).inserted { return "JSON" }
    defer { if let name = schema.name { enclosing.remove(name) } }
    return schema.type == "array"
      ? "[\(type(of: schema.items, at: place))]" : "[String: \(type(of: schema.additional, at: place))]"
  }

  private mutating func stringType(of schema: ParsedSchema, at place: [String]) -> String {
    if let values = schema.values { return choice(values, at: place) }
    return switch schema.format {
    case "uuid": "UUID"
    case "date-time": "Date"
    case "uri": "URL"
    case "byte": "Data"
    default: "String"
    }
  }

  // MARK: Declarations

  /// A choice stays open: a newer host may have more values.
  private mutating func choice(_ values: [String], at place: [String]) -> String {
    let (name, isNew) = name(place.joined(separator: " "), of: .choice(values))
    guard isNew else { return name }
    let cases = SwiftNames.members(values, besides: ["rawValue"]).map {
      "    public static let \($0.name) = Self(rawValue: \($0.key.quoted))"
    }
    declare(
      name,
      """
        /// One of: \(values.joined(separator: ", ")).
        public struct \(name): RawRepresentable, Codable, Hashable, Sendable {
          public let rawValue: String
          public init(rawValue: String) { self.rawValue = rawValue }

      \(cases.joined(separator: "\n"))
        }
      """)
    return name
  }

  private mutating func structure(_ schema: ParsedSchema, at place: [String]) -> String {
    let subject =
      schema.name.map { Subject.named($0) } ?? .unnamed(properties: schema.properties, required: schema.required)
    let (name, isNew) = name(schema.name ?? place.joined(separator: " "), of: subject)
    guard isNew else { return name }
    // A collection can recur below a named struct, since the struct's declaration ends the recursion.
    let outer = enclosing
    if schema.name != nil { enclosing = [] }
    defer { enclosing = outer }
    // The place in the order is taken before the members' types are declared.
    let index = declarations.count
    declare(name, "")
    let members = SwiftNames.members(schema.properties.keys).map { key, member in
      let isOptional = !schema.required.contains(key)
      var type = type(of: schema.properties[key], at: [name, key])
      // A struct cannot hold itself.
      if holds(schema.properties[key], itself: schema.name) { type = "JSON" }
      return ClientMember(
        key: key, name: member, type: isOptional && !type.hasSuffix("?") ? "\(type)?" : type, isRequired: !isOptional)
    }
    declarations[index].text = ClientMember.structure(name, members)
    return name
  }

  /// The name of a type, and whether it was not declared yet. A type whose name another one has gets a number behind it.
  private mutating func name(_ words: String, of subject: Subject) -> (name: String, isNew: Bool) {
    let plain = SwiftNames.type(words)
    var (name, number) = (plain, 2)
    while let other = subjects[name] {
      if other == subject { return (name, false) }
      (name, number) = ("\(plain)\(number)", number + 1)
    }
    subjects[name] = subject
    return (name, true)
  }

  private mutating func declare(_ name: String, _ text: String) { declarations.append((name, text)) }

  /// Whether values of a schema hold a value of a named schema other than in an array or a dictionary.
  private func holds(_ schema: JSONValue?, itself name: String?) -> Bool {
    guard let name else { return false }
    var (rest, seen) = ([document.schema(schema)], Set<String>())
    while let next = rest.popLast() {
      if next.name == name { return true }
      if let name = next.name, !seen.insert(name).inserted { continue }
      rest += next.properties.values.map { document.schema($0) }
    }
    return false
  }
}
