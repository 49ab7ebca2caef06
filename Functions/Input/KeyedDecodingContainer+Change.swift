extension KeyedDecodingContainer {
  /// A value of a change: nil if the key is missing. Null is refused.
  func decodePresent<Value: Decodable>(_ key: Key) throws -> Value? {
    contains(key) ? try decode(Value.self, forKey: key) : nil
  }

  /// ``decodePresent(_:)`` for a text of so many characters.
  func decodePresentText(_ key: Key, _ length: ClosedRange<Int>) throws -> String? {
    contains(key) ? try decodeText(key, length) : nil
  }

  /// The new value of a member that may be removed: nil without the member, an inner nil for its null.
  func decodeChange<Value: Decodable>(of key: Key) throws -> Value?? {
    contains(key) ? .some(try decodeIfPresent(Value.self, forKey: key)) : .none
  }

  /// ``decodeChange(of:)`` for a text of so many characters.
  func decodeTextChange(of key: Key, _ length: ClosedRange<Int>) throws -> String?? {
    contains(key) ? .some(try decodeTextIfPresent(key, length)) : .none
  }

  /// Refuses a change that has none of the members that it may change.
  func requireAny(of keys: Key...) throws {
    guard !keys.contains(where: { contains($0) }) else { return }
    let names = keys.map(\.stringValue)
    let list = [names.dropLast().joined(separator: ", "), names.last ?? ""].joined(separator: " or ")
    throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "Expected \(list)"))
  }
}
