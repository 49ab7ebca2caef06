import Edge

/// The number of a riddle. In a query it comes as text.
struct RiddleID: RawRepresentable, Hashable, SQLValue {
  let rawValue: Int64
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
      self.init(rawValue: number)
    } else {
      self.init(rawValue: try container.decode(Int64.self))
    }
  }
}
