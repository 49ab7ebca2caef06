package import NIOCore

/// The program behind a server: it answers requests, and words the refusals of malformed ones.
///
/// The server calls it on its loops. Only ``ExchangeHandler/respond(to:through:)`` may take long.
package protocol ServerHandler: AnyObject, Sendable {
  /// Begins an exchange: a request head has come.
  ///
  /// - Parameters:
  ///   - peer: The client's address; nil on a Unix socket.
  ///   - loop: The index of the loop that serves the connection.
  ///   - now: When the head was complete.
  func exchange(for head: RequestHead, from peer: String?, on loop: Int, at now: NIODeadline) -> any ExchangeHandler

  /// The response to input that has become no exchange.
  func refusal(of fault: ProtocolFault) -> ServerResponse

  /// A connection was accepted.
  ///
  /// - Parameter isAboveLimit: Whether there are more connections than ``ServerLimits/connections``, so that its request is refused.
  func connectionOpened(isAboveLimit: Bool)

  /// A connection was closed.
  func connectionClosed()

  /// A connection could not be accepted, for want of descriptors or memory, and waits.
  ///
  /// - Parameter error: The system's error code.
  func acceptFailed(_ error: CInt, at now: NIODeadline)
}
