import Loop
import NIOCore

/// What an exchange asks of its connection. All calls but ``loop`` are made on the loop.
///
/// Each call names the exchange. One that is not the current exchange of its connection is refused: its response came too late,
/// or its writer is used after the end.
protocol ExchangeConnection: AnyObject, Sendable {
  var loop: Reactor { get }

  /// Takes the head of a response, and the body if it is there.
  func begin(_ response: ServerResponse, of exchange: Int) -> ResponseStart

  /// Writes a chunk of a streamed body.
  ///
  /// - Parameter ready: Told when there is room for another, or that there will be none.
  func write(_ chunk: ByteBuffer, of exchange: Int, _ ready: @escaping @Sendable (_ hasRoom: Bool) -> Void)

  /// Ends a response that was begun.
  ///
  /// - Parameter whenOut: Told whether it has gone out.
  func end(_ exchange: Int, whenOut: (@Sendable (_ isOut: Bool) -> Void)?)

  /// Closes the connection, since the response cannot become whole: the client must see that it is not.
  func breakOff(_ exchange: Int)

  /// The task of an exchange has returned.
  func exchangeIsOver()
}
