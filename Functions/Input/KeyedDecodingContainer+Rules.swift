import Edge

extension KeyedDecodingContainer {
  /// A value that meets a condition. The error of another value names its path.
  func decode<Value: Decodable>(
    _ key: Key, expecting rule: String, _ isValid: (Value) -> Bool
  ) throws -> Value {
    let value = try decode(Value.self, forKey: key)
    guard isValid(value) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "Expected \(rule)")
    }
    return value
  }

  /// A text of so many characters, without U+0000, which Postgres cannot store.
  ///
  /// The characters are Unicode scalars, as both databases count them.
  ///
  /// - Parameter length: if it starts above 0, a text of white space alone is refused too.
  func decodeText(_ key: Key, _ length: ClosedRange<Int>) throws -> String {
    let rule =
      length.lowerBound == 0
      ? "at most \(length.upperBound) characters" : "\(length.lowerBound) to \(length.upperBound) characters"
    return try decode(key, expecting: "\(rule), none of them U+0000") { (text: String) in
      let isBlank = length.lowerBound > 0 && text.allSatisfy(\.isWhitespace)
      return !isBlank && length.contains(text.unicodeScalars.count) && !text.utf8.contains(0)
    }
  }

  /// ``decodeText(_:_:)`` for a text that may be null or missing.
  func decodeTextIfPresent(_ key: Key, _ length: ClosedRange<Int>) throws -> String? {
    guard try decodeIfPresent(String.self, forKey: key) != nil else { return nil }
    return try decodeText(key, length)
  }

  /// A number in a range, in degrees.
  func decodeDegrees(_ key: Key, upTo limit: Double) throws -> Double {
    try decode(key, expecting: "a number from -\(Int(limit)) to \(Int(limit))") { (-limit...limit).contains($0) }
  }

  /// ``decodeDegrees(_:upTo:)`` for a number that may be null or missing.
  func decodeDegreesIfPresent(_ key: Key, upTo limit: Double) throws -> Double? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decodeDegrees(key, upTo: limit)
  }
}
