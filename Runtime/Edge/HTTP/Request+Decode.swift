import HTTPTypes
import NIOCore

extension Request {
  /// Decodes the body as JSON, as typed functions do.
  ///
  /// - Throws: ``FunctionError`` 400 `VALIDATION_ERROR` with the path of the invalid value; 413 for a body above
  ///   `limit` bytes.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, upTo limit: Int = 10 << 20) async throws
    -> Value
  {
    let bytes =
      if let count = body.count, count <= limit, let bytes = body.bytes {
        bytes
      } else {
        [UInt8](buffer: try await body.collect(upTo: limit, weight: 3))
      }
    return try decode(type, from: bytes)
  }

  /// Decodes the bytes of the body as JSON.
  ///
  /// - Throws: ``FunctionError`` 400 `VALIDATION_ERROR` with the path of the invalid value.
  @usableFromInline package func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(FunctionError) -> Value {
    try Self.decode(type, from: bytes, contentType: fields.first(.contentType))
  }

  /// Decodes bytes as JSON.
  ///
  /// - Parameter contentType: the `Content-Type` of a request's body, which an error names if it is a form's.
  /// - Throws: ``FunctionError`` 400 `VALIDATION_ERROR` with the path of the invalid value.
  @usableFromInline package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], contentType: @autoclosure () -> String? = nil
  ) throws(FunctionError) -> Value {
    let text = Self.text(of: bytes, for: type)
    do throws(JSONFault) {
      return try Wire.decode(Value.self, from: text)
    } catch {
      guard !text.isEmpty else { throw FunctionError.validation("The body is empty: expected JSON") }
      let message = beginsAsJSON(text) ? "\(error)" : "The body is no JSON\(form(contentType()))"
      throw FunctionError.validation(
        message, details: ["path": .string(error.path), "reason": .string(error.reason)])
    }
  }

  /// The JSON text of a body, without a byte order mark. An empty body stands for the JSON of an ``OptionalInput``.
  private static func text(of body: [UInt8], for type: any Any.Type) -> [UInt8] {
    let hasMark = body.first == 0xEF && body.starts(with: [0xEF, 0xBB, 0xBF])
    let text = hasMark ? Array(body.dropFirst(3)) : body
    guard text.isEmpty, type is any OptionalInput.Type else { return text }
    return [UInt8]((type is any ExpressibleByNilLiteral.Type ? "null" : "{}").utf8)
  }

  /// Whether a text begins an object, an array or a string, or is another JSON value as a whole: `name=Ada` has the
  /// first letter of `null`, and a part of a form that of a negative number.
  private static func beginsAsJSON(_ text: [UInt8]) -> Bool {
    switch text.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), nil: true
    default: (try? JSONScanner.check(text)) != nil
    }
  }

  /// The end of an error's sentence that names the content type of a form; empty for other content types.
  private static func form(_ contentType: String?) -> String {
    let type = contentType?.lowercased() ?? ""
    let forms = ["multipart/form-data", "application/x-www-form-urlencoded"]
    return forms.first { type.hasPrefix($0) }.map { ": its content type is \($0)" } ?? ""
  }
}
