import Foundation

/// JSON as typed handlers speak it.
///
/// Keys travel as the type's `CodingKeys` spell them, UUIDs in lower case, dates as ``WireDate`` writes them; `nil` is left out.
public enum Wire {
  /// Reads a value from a JSON text that came from outside.
  ///
  /// - Throws: ``JSONFault`` if the text is no acceptable JSON, or its JSON is no `Value`; it names the path.
  public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(JSONFault) -> Value {
    let text = JSONText(try JSONScanner.scan(bytes))
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
  /// - Throws: `EncodingError` for what JSON cannot say, such as a number that is not finite.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    var writer = JSONWriter()
    writer.write(try WireEncoder.content(of: value, at: nil))
    return writer.bytes
  }
}

extension JSONFault {
  /// What a decoder found, without the names of Swift's types where a JSON word says it.
  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init("A value is missing", at: JSONPath.text(of: context.codingPath + [key]))
    case .valueNotFound(let type, let context):
      self.init("Expected \(Self.word(for: type)), found null", at: JSONPath.text(of: context.codingPath))
    case .typeMismatch(let type, let context):
      self.init("Expected \(Self.word(for: type))", at: JSONPath.text(of: context.codingPath))
    case .dataCorrupted(let context):
      self.init(
        context.debugDescription.isEmpty ? "Not acceptable" : context.debugDescription,
        at: JSONPath.text(of: context.codingPath))
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
    case is URL.Type: "a URL"
    case is Data.Type: "bytes in Base64"
    case is Decimal.Type: "a number"
    case is Date.Type: "an ISO 8601 instant"
    case is [Any].Type: "an array"
    case is [String: Any].Type: "an object"
    default: "\(type)"
    }
  }
}
