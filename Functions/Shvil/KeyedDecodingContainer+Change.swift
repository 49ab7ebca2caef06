extension KeyedDecodingContainer {
  /// The new value of a member that may be removed: nil without the member, an inner nil for its null.
  func decodeChange<Value: Decodable>(of key: Key) throws -> Value?? {
    guard contains(key) else { return .none }
    return .some(try decodeIfPresent(Value.self, forKey: key))
  }
}
