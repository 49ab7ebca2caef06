import Loop
import NIOCore

/// Clients that end their output.
///
/// The end of a client's output says either that it has left, or that it has no more requests and waits for its responses (a half-closed
/// connection): TCP does not tell these apart. A client whose request is not whole has left. One whose requests are whole is answered, and
/// the connection closes after the last response. When the response takes longer than a second, the host sends an interim `100 Continue`,
/// once, which a client discards that has not asked for it (RFC 9110, section 15.2.1): the system of a client that has left answers it
/// with a reset, and the handler is cancelled. HTTP/1.0 has no interim responses: there, and while a response is streamed, the reset comes
/// with the next bytes of the response.
extension Connection {
  /// All that the client has sent is read.
  func inputHasEnded() {
    clientHasEnded = true
    socket.ignoreInput()
    switch phase {
    case .waiting, .lingering: close()
    case .running where reader.isReceiving, .responding where pipe != nil: close()
    case .running, .responding: clientMayHaveLeft()
    }
  }

  /// The client sends nothing more, although not all that it has sent is read.
  func clientMayHaveLeft() {
    socket.ignoreEndOfInput()
    if case .running = phase, !framing.isOldProtocol { expectProbe() }
  }

  func askClient() {
    // The request in hand may be another than the one that the question was meant for.
    guard case .running = phase, !framing.isOldProtocol else { return }
    if !socket.write(.interimContinue) { close() }
  }
}

extension ByteBuffer {
  /// What a client discards, or waits for before it sends a body (RFC 9110, section 10.1.1).
  static let interimContinue = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")
}
