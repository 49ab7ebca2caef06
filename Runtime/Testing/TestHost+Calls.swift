import Edge
import FoundationEssentials
import HTTPTypes

extension TestHost {
  /// Calls a function as apps do: POST, with JSON or without a body.
  ///
  /// - Parameters:
  ///   - name: the function's name.
  ///   - caller: the caller; by default the holder of an anon key.
  ///   - json: the input; nil for none. Bytes that are JSON already are the body of a
  ///     ``request(_:_:as:headers:body:firstEvents:)``.
  ///   - key: the request's idempotency key; nil for none.
  /// - Throws: `EncodingError` for an input that JSON cannot represent, and for bytes; the error of a streamed body.
  public func call(
    _ name: String, as caller: Caller = .anon, json: (any Encodable & Sendable)? = nil, key: String? = nil
  ) async throws -> TestResponse {
    try await post("/functions/v1/\(name)", caller, json, key)
  }

  /// Calls a database function as `supabase.rpc` does, with the rules of ``call(_:as:json:key:)``.
  ///
  /// - Throws: `EncodingError` for an input that JSON cannot represent, and for bytes; the error of a streamed body.
  public func rpc(
    _ name: String, as caller: Caller = .anon, _ parameters: (any Encodable & Sendable)? = nil, key: String? = nil
  ) async throws -> TestResponse {
    try await post("/rest/v1/rpc/\(name)", caller, parameters, key)
  }

  private func post(
    _ target: String, _ caller: Caller, _ json: (any Encodable & Sendable)?, _ key: String?
  ) async throws -> TestResponse {
    let body = try json.map { try Self.encode($0) } ?? []
    var headers: HTTPFields = [.contentType: "application/json"]
    if let key, let name = HTTPField.Name("Idempotency-Key") { headers[name] = "\"\(key)\"" }
    return try await request(.post, target, as: caller, headers: headers, body: body)
  }

  private static func encode(_ json: any Encodable & Sendable) throws -> [UInt8] {
    // Both are Encodable, as a text of base64, which no function expects.
    guard !(json is Data), !(json is ByteBuffer) else {
      throw EncodingError.invalidValue(
        json,
        EncodingError.Context(
          codingPath: [], debugDescription: "Pass bytes that are JSON already as the body of TestHost.request"))
    }
    return try Wire.encode(json)
  }
}
