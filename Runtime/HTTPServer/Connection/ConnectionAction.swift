import NIOCore

/// An action that the state of a connection asks its driver to perform.
enum ConnectionAction {
  /// Begin an exchange with the bytes of the body that have come, which may be all of it.
  case begin(exchange: Int, RequestHead, body: [UInt8], isWhole: Bool)
  /// Pass a chunk to the reader of the body, then call ``ConnectionState/pushed(_:hasRoom:now:)``.
  case push(ByteBuffer)
  /// End the body for its reader.
  case finishBody
  /// Fail the body for its reader: the rest does not come.
  case abandonBody
  case sendContinue
  /// Send the refusal of a fault. It replaces the response of the current exchange, if any, which is cancelled.
  case refuse(ProtocolFault)
  /// Parse input that is already received.
  case readOn
  /// Parse the rest of the input in the loop's next turn, after ``ConnectionState/beginTurn(isYielded:)``.
  case yield
  /// Close the output direction, drop further input, and close when the client does.
  case linger
  case close
}
