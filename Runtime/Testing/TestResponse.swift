public import Edge
public import HTTPTypes
import NIOCore
import Synchronization

/// A whole response.
public struct TestResponse: Sendable {
  /// The status code.
  public let status: Int
  /// The header fields.
  public let headers: HTTPFields
  /// The body.
  public let body: [UInt8]

  /// Collects a response, including a streamed body.
  ///
  /// - Throws: the error of a streamed body.
  init(_ response: Response) async throws {
    status = response.status.code
    headers = response.headers
    switch response.body.content {
    case .bytes(let buffer):
      body = [UInt8](buffer: buffer)
    case .stream(let write):
      let collected = Mutex<[UInt8]>([])
      try await write(ResponseWriter { chunk in collected.withLock { $0.append(contentsOf: chunk.readableBytesView) } })
      body = collected.withLock { $0 }
    }
  }

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON.
  ///
  /// - Throws: ``JSONFault`` if it is not JSON.
  public var json: JSONValue {
    get throws { try Wire.decode(JSONValue.self, from: body) }
  }

  /// Decodes the body as JSON.
  ///
  /// - Throws: ``JSONFault`` if the body does not decode.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try Wire.decode(type, from: body)
  }
}
