import Edge

/// The route of a plan: any object, kept as it came.
struct PlanRoute: Codable, SchemaProviding {
  static let jsonSchema = JSONSchema.dictionary(of: .any)

  let json: KeptJSON

  init(from decoder: any Decoder) throws {
    json = try KeptJSON(from: decoder)
    guard json.value.object != nil else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "Expected an object"))
    }
  }

  func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
