import Foundation

/// JSON as typed handlers speak it.
///
/// Keys travel as the type's `CodingKeys` spell them, UUIDs in lower case, dates as ``WireDate`` writes them; `nil` is left out.
public enum Wire {
  /// Reads a value from a JSON text that came from outside.
  ///
  /// - Throws: ``JSONFault`` if the text is no acceptable JSON, or its JSON is no `Value`; it names the path.
  public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(JSONFault) -> Value {
    if let any = try anyValue(of: bytes, as: type) { return any }
    try JSONScanner.check(bytes)
    do {
      return try decoder.decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      throw JSONFault(located(error, in: bytes) { try decoder.decode(type, from: Data($0)) })
    } catch {
      throw JSONFault("Not acceptable: \(error)", at: "$")
    }
  }

  /// The value where any JSON is wanted: the scan has read it already.
  private static func anyValue<Value>(of bytes: [UInt8], as type: Value.Type) throws(JSONFault) -> Value? {
    type == JSONValue.self ? try JSONScanner.value(of: bytes) as? Value : nil
  }

  /// Writes a value as JSON.
  ///
  /// - Throws: `EncodingError` for what JSON cannot say, such as a number that is not finite.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    var writer = JSONWriter()
    writer.write(try WireEncoder.node(for: value, at: []))
    return writer.bytes
  }

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = WireDate.date(from: text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "Expected an ISO 8601 instant such as 2026-03-01T12:00:00Z")
      }
      return date
    }
    return decoder
  }()
}

extension JSONFault {
  /// What a decoder found, without the names of Swift's types where a JSON word says it.
  init(_ error: DecodingError) {
    func path(_ keys: [any CodingKey]) -> String {
      "$" + keys.map { $0.intValue.map { "[\($0)]" } ?? JSONPath.member($0.stringValue) }.joined()
    }
    switch error {
    case .keyNotFound(let key, let context):
      self.init("A value is missing", at: path(context.codingPath + [key]))
    case .valueNotFound(let type, let context):
      self.init("Expected \(Self.word(for: type)), found null", at: path(context.codingPath))
    case .typeMismatch(let type, let context):
      self.init("Expected \(Self.word(for: type))", at: path(context.codingPath))
    case .dataCorrupted(let context):
      self.init(
        context.debugDescription.isEmpty ? "Not acceptable" : context.debugDescription, at: path(context.codingPath))
    @unknown default:
      self.init("Not acceptable", at: "$")
    }
  }

  private static func word(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is UUID.Type: "a UUID"
    case is Date.Type: "an ISO 8601 instant"
    case is [Any].Type: "an array"
    case is [String: Any].Type: "an object"
    default: "\(type)"
    }
  }
}
