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
    return try Self.decode(type, from: bytes)
  }

  /// Decodes bytes as JSON.
  ///
  /// - Throws: ``FunctionError`` 400 `VALIDATION_ERROR` with the path of the invalid value.
  @usableFromInline package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(FunctionError) -> Value {
    let bytes = bytes.isEmpty && type is any OptionalInput.Type ? [UInt8]("{}".utf8) : bytes
    do throws(JSONFault) {
      return try Wire.decode(Value.self, from: bytes)
    } catch {
      guard !bytes.isEmpty else { throw FunctionError.validation("The body is empty: expected JSON") }
      throw FunctionError.validation(
        "\(error)", details: ["path": .string(error.path), "reason": .string(error.reason)])
    }
  }
}
