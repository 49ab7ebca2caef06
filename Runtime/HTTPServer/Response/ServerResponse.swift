package import HTTPTypes
package import NIOCore

/// A response as a handler gives it to the server, which adds what frames the message.
package struct ServerResponse: Sendable {
  /// The body of a response.
  package enum Body: Sendable {
    case bytes([UInt8])
    case buffer(ByteBuffer)
    /// It is written while it is sent; its length in bytes may be known before.
    case stream(length: Int?, write: @Sendable (BodyWriter) async throws -> Void)
  }

  package let status: HTTPResponse.Status
  package let fields: any ResponseFields
  package let body: Body

  package init(status: HTTPResponse.Status, fields: any ResponseFields, body: Body) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// How many bytes the body has; nil if it is written while it is sent.
  var count: Int? {
    switch body {
    case .bytes(let bytes): bytes.count
    case .buffer(let buffer): buffer.readableBytes
    case .stream: nil
    }
  }

  /// How many bytes the body has; nil if that is not known before they are written.
  var length: Int? {
    if case .stream(let length, _) = body { length } else { count }
  }

  /// Whether the body is there and should fit the socket's buffer, so that the exchange need not wait until it is out.
  var isShort: Bool { count.map { $0 <= 64 << 10 } ?? false }
}
