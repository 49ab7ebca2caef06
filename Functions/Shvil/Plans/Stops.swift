import Edge

/// The stops of a plan, kept as they came: at most 100 objects, whose known members have the types of the app's.
struct Stops: Codable, SchemaProviding {
  static let jsonSchema = JSONSchema.array(
    of: .object(
      "Stop", .optional("name", .string.nullable), .optional("address", .string.nullable),
      .optional("latitude", .number.nullable), .optional("longitude", .number.nullable)))

  static let limit = 100

  let json: KeptJSON

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var count = 0
    while !container.isAtEnd {
      _ = try container.decode(StopRules.self)
      count += 1
      guard count <= Self.limit else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "Expected at most \(Self.limit) stops"))
      }
    }
    json = try KeptJSON(from: decoder)
  }

  func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

private struct StopRules: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    _ = try container.decodeTextIfPresent(.name, 0...200)
    _ = try container.decodeTextIfPresent(.address, 0...500)
    _ = try container.decodeDegreesIfPresent(.latitude, upTo: 90)
    _ = try container.decodeDegreesIfPresent(.longitude, upTo: 180)
  }

  private enum CodingKeys: String, CodingKey { case name, address, latitude, longitude }
}
