package import NIOCore

/// The application of a server: it answers requests, and writes the refusals of malformed ones.
///
/// The server calls it on its loops' threads. Only ``ExchangeHandler/respond(to:through:)`` may take long.
package protocol ServerHandler: AnyObject, Sendable {
  /// Begins an exchange for a received request head.
  ///
  /// - Parameters:
  ///   - peer: the client's address; nil on a Unix socket.
  ///   - loop: the index of the connection's loop.
  ///   - now: the instant at which the head was complete.
  func exchange(for head: RequestHead, from peer: String?, on loop: Int, at now: NIODeadline) -> any ExchangeHandler

  /// The response to input that is not a valid request.
  func refusal(of fault: ProtocolFault) -> ServerResponse

  /// The network of a client, whose connections are counted together; nil for a client whose connections are not, such
  /// as a trusted proxy. It is the same each time for the same address.
  func network(of peer: String) -> String?

  /// A connection was accepted.
  ///
  /// - Parameter isAboveLimit: whether there are more connections than ``ServerLimits/connections``, or its network has
  ///   half of them, so that its request is refused.
  func connectionOpened(isAboveLimit: Bool)

  func connectionClosed()

  /// A client's connection was refused, since its network has half of ``ServerLimits/connections``.
  func networkRefused(_ peer: String, at now: NIODeadline)

  /// A connection waits, since the process has no descriptors or memory to accept it; with the system's error code.
  func acceptFailed(_ error: CInt, at now: NIODeadline)
}
