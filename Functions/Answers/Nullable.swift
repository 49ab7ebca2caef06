/// An optional member that is written as null if it is missing. Without this wrapper its key is left out.
///
/// It is read as other optional members are: the key may be missing.
@propertyWrapper struct Nullable<Value: Codable>: Codable {
  var wrappedValue: Value?

  init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws { wrappedValue = try Optional(from: decoder) }

  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Nullable: Equatable where Value: Equatable {}
extension Nullable: Sendable where Value: Sendable {}

// The compiler calls these two for the members of a `Codable` type.
extension KeyedDecodingContainer {
  func decode<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
    Nullable(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  mutating func encode<Value>(_ value: Nullable<Value>, forKey key: Key) throws {
    try encode(value.wrappedValue, forKey: key)
  }
}
