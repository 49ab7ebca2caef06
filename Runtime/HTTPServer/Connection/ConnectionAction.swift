import NIOCore

/// What the state of a connection wants done.
enum ConnectionAction {
  /// Begin an exchange.
  ///
  /// - Parameters:
  ///   - body: What has come of the body.
  ///   - isWhole: Whether that is all of it.
  case begin(exchange: Int, RequestHead, body: [UInt8], isWhole: Bool)
  /// Hand a chunk to the reader of the body, and tell ``ConnectionState/pushed(hasRoom:now:)``.
  case push(ByteBuffer)
  /// Tell the reader that the body is whole.
  case finishBody
  /// Tell the reader that the body will not be whole.
  case abandonBody
  /// Send an interim `100 Continue`.
  case sendContinue
  /// Send the refusal of a fault, in place of the response of the current exchange if there is one, which is cancelled.
  case refuse(ProtocolFault)
  /// Go on with input that has come already.
  case readOn
  /// Go on with the input in the loop's next turn, after ``ConnectionState/beginTurn(isYielded:)``.
  case yield
  /// End the output, drop the input, and close when the client does.
  case linger
  /// Close the connection.
  case close
}
