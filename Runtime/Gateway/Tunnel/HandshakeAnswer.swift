import HTTPTypes

/// A server's answer to a WebSocket handshake.
struct HandshakeAnswer: Equatable {
  /// The bytes after the head.
  enum Rest: Equatable {
    /// The connection is a WebSocket now; these bytes of it have come already.
    case frames([UInt8])
    /// The handshake is refused, with this body.
    case body([UInt8])
  }

  let status: HTTPResponse.Status
  let fields: HTTPFields
  let rest: Rest
}
