/// JSON in the form that typed handlers read and write.
///
/// Keys travel as the type's `CodingKeys` spell them, UUIDs in lower case, dates as ``WireDate`` writes them; `nil` is
/// left out.
public enum Wire {
  /// Reads a value from a JSON text that came from outside.
  ///
  /// - Throws: ``JSONFault`` if the text is no acceptable JSON, or its JSON is no `Value`; it names the path.
  public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(JSONFault) -> Value {
    try decode(type, from: try JSONScanner.scan(bytes))
  }

  /// Reads a value from a JSON text of at most `limit` bytes, whose arrays and objects are at most `depth` deep.
  ///
  /// - Throws: ``JSONFault``, also for a text that is longer or nested deeper.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], upTo limit: Int, depth: Int
  ) throws(JSONFault) -> Value {
    guard bytes.count <= limit else { throw JSONFault("The text is longer than \(limit) bytes", at: "$") }
    return try decode(type, from: try JSONScanner.scan(bytes, depth: depth))
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, from tape: JSONTape) throws(JSONFault) -> Value {
    let text = JSONText(tape)
    do {
      return try WireDecoder(text: text, index: 0).value(type)
    } catch let error as DecodingError {
      throw JSONFault(error)
    } catch {
      throw JSONFault("Not acceptable: \(error)", at: "$")
    }
  }

  /// Writes a value as JSON.
  ///
  /// - Throws: `EncodingError` for a value that JSON has no form for, such as a number that is not finite.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    var writer = JSONWriter()
    writer.write(try WireEncoder.content(of: value, at: nil))
    return writer.bytes
  }
}
