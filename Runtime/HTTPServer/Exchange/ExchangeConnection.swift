import Loop
import NIOCore

/// The connection of an exchange. All calls except ``loop`` are made on the loop.
///
/// Each call names the exchange. Calls for an exchange that is not the current one are refused: the response came too
/// late, or its writer is used after the end.
protocol ExchangeConnection: AnyObject, Sendable {
  var loop: Reactor { get }

  /// Takes the head of a response, and a body of bytes.
  func begin(_ response: ServerResponse, of exchange: Int) -> ResponseStart

  /// Writes a chunk of a streamed body.
  ///
  /// - Parameter ready: called with true when there is room for another chunk, or with false if the connection is
  ///   closed.
  func write(_ chunk: ByteBuffer, of exchange: Int, _ ready: @escaping @Sendable (_ hasRoom: Bool) -> Void)

  /// Ends a response.
  ///
  /// - Parameter whenOut: called with true when the response is sent, or with false if it cannot be.
  func end(_ exchange: Int, whenOut: (@Sendable (_ isOut: Bool) -> Void)?)

  /// Switches to another protocol, whose tunnel runs in a task of its own.
  ///
  /// - Parameter finished: called once with the outcome, after the end of the tunnel.
  func open(
    _ response: ServerResponse, of exchange: Int, _ finished: @escaping @Sendable (ExchangeOutcome) -> Void)

  /// Closes the connection in the middle of a response, so that the client sees that it is incomplete.
  func breakOff(_ exchange: Int)

  /// The task of an exchange has returned.
  func exchangeIsOver()
}
