public import HTTPCalls
public import HTTPTypes
public import NIOCore
public import Wire

extension HTTPClient.Request {
  /// Creates a request with a value as its body, which ``Wire`` writes as JSON. `Content-Type` is `application/json`
  /// unless `headers` say otherwise. Bytes that are JSON already are a `body`.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot represent.
  public init(
    method: HTTPRequest.Method = .post, url: String, json: some Encodable & Sendable, headers: HTTPFields = [:]
  ) throws {
    self.init(method: method, url: url, headers: headers, body: ByteBuffer(bytes: try Wire.encode(json)))
    if self.headers[.contentType] == nil { self.headers[.contentType] = "application/json" }
  }
}

extension HTTPClient.Request {
  /// Deprecated: bytes that are JSON already are a body. They are sent as they are; as an Encodable value, a `ByteBuffer`
  /// would be a text of base64.
  ///
  /// It is not unavailable, because the compiler would then choose the initialiser above without a message.
  @available(*, deprecated, message: "pass bytes that are JSON already as the body")
  public init(method: HTTPRequest.Method = .post, url: String, json: ByteBuffer, headers: HTTPFields = [:]) throws {
    self.init(method: method, url: url, headers: headers, body: json)
  }
}

extension HTTPClient {
  /// Posts a value, which ``Wire`` writes as JSON; a `ByteBuffer`, with bytes that are JSON already, is sent as it is.
  /// `Content-Type` is `application/json` unless `headers` say otherwise.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot represent; otherwise as ``send(_:)``.
  public func post(
    _ url: String, json: some Encodable & Sendable, headers: HTTPFields = [:]
  ) async throws -> Response {
    try await send(Request(url: url, json: json, headers: headers))
  }
}

extension HTTPClient.Response {
  /// Decodes the body as JSON, whatever the status.
  ///
  /// - Throws: ``JSONFault`` if the body does not decode.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(JSONFault) -> Value {
    try Wire.decode(type, from: [UInt8](buffer: body))
  }
}
