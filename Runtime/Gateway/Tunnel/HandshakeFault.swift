/// The reason why an answer to a WebSocket handshake cannot be passed on.
enum HandshakeFault: Error, Equatable {
  /// It is not a response of HTTP/1.1 (RFC 9112), or switches to another protocol than WebSocket.
  case malformed
  /// The connection ended before the answer did.
  case incomplete
  /// The head or the body of a refusal is too long.
  case tooLarge
}
