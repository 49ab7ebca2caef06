import Edge

/// The number of a riddle. In a query it comes as text.
struct RiddleID: Hashable, Sendable {
  let number: Int64
}

extension RiddleID: SQLValue {
  func encoded() -> DatabaseValue { number.encoded() }

  static func decoded(from value: DatabaseValue) -> RiddleID? { Int64.decoded(from: value).map(RiddleID.init) }
}

extension RiddleID: SchemaProviding {
  static var jsonSchema: JSONSchema { .integer }
}

extension RiddleID: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      guard let number = Int64(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "Expected a whole number")
      }
      self.init(number: number)
    } else {
      self.init(number: try container.decode(Int64.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}
