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

  /// Collects a response, including a streamed body, and whether the client has left, which it does after `count`
  /// events. With nil it reads the stream to its end, and has not left.
  ///
  /// - Throws: the error of a streamed body.
  static func collect(_ response: Response, events count: Int?) async throws -> (response: TestResponse, hasLeft: Bool)
  {
    let (status, headers) = (response.status.code, response.headers)
    switch response.body.content {
    case .bytes(let buffer):
      return (TestResponse(status: status, headers: headers, body: [UInt8](buffer: buffer)), false)
    case .stream(let write):
      let collected = Mutex(StreamedBody(events: count))
      do {
        try await write(ResponseWriter { chunk in try collected.withLock { try $0.append(chunk) } })
      } catch {
        // An error after the client has left reaches no client.
        guard collected.withLock(\.hasLeft) else { throw error }
      }
      let body = collected.withLock { $0 }
      return (TestResponse(status: status, headers: headers, body: body.bytes), body.hasLeft)
    }
  }

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The whole events of a body of server-sent events.
  public var events: [ServerSentEvent] {
    var reader = EventReader()
    for byte in body { reader.read(byte) }
    return reader.events
  }

  /// The body as JSON.
  ///
  /// - Throws: ``UnreadableResponse`` if it is not JSON.
  public var json: JSONValue {
    get throws { try decode() }
  }

  /// Decodes the body as JSON, whatever the status.
  ///
  /// - Throws: ``UnreadableResponse``, which shows the status and the body, if the body does not decode.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    do {
      return try Wire.decode(type, from: body)
    } catch {
      throw UnreadableResponse(status: status, body: body, error)
    }
  }
}
