package import HTTPTypes
package import Loop
package import NIOCore

/// A handler's response. The server adds the fields that frame the message.
package struct ServerResponse: Sendable {
  /// The body of a response.
  package enum Body: Sendable {
    case bytes([UInt8])
    case buffer(ByteBuffer)
    /// A stream, written while it is sent, whose length in bytes may be known.
    case stream(length: Int?, write: @Sendable (BodyWriter) async throws -> Void)
    /// Another protocol, to which the connection switches (RFC 9110, section 7.8). The status is 101, and the fields
    /// are sent as they are, `Connection` and `Upgrade` included. The connection closes when the closure returns.
    case tunnel(@Sendable (ByteStream) async throws -> Void)
  }

  package let status: HTTPResponse.Status
  package let fields: any ResponseFields
  package let body: Body

  package init(status: HTTPResponse.Status, fields: any ResponseFields, body: Body) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// The number of bytes of the body; nil for a stream and for a tunnel.
  var count: Int? {
    switch body {
    case .bytes(let bytes): bytes.count
    case .buffer(let buffer): buffer.readableBytes
    case .stream, .tunnel: nil
    }
  }

  /// The number of bytes of the body; nil for a stream of unknown length and for a tunnel.
  var length: Int? {
    if case .stream(let length, _) = body { length } else { count }
  }

  /// Whether the connection switches to another protocol.
  package var isTunnel: Bool {
    if case .tunnel = body { true } else { false }
  }

  /// A buffer with room for the head and a short body. A large body grows it only if it is written.
  func emptyBuffer() -> ResponseBytes { ResponseBytes(capacity: 512 + min(count ?? 0, 4096)) }

  /// Whether the body probably fits the socket's buffer, so that the exchange need not wait until it is sent.
  var isShort: Bool { count.map { $0 <= 64 << 10 } ?? false }
}
