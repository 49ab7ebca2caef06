extension KeyedDecodingContainer {
  /// A value or null. Unlike with `decodeIfPresent` the key is required, so that a missing one removes nothing.
  func decodeNullable<Value: Decodable>(_ key: Key) throws -> Value? {
    guard contains(key) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "Expected a string or null"))
    }
    return try decodeIfPresent(Value.self, forKey: key)
  }
}
