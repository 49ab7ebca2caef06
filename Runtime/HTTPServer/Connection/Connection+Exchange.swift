import NIOCore

/// The calls of an exchange, on the loop.
extension Connection: ExchangeConnection {
  func begin(_ response: ServerResponse, of exchange: Int) -> ResponseStart {
    let start = begin(response, exchange)
    // A whole response is ended, and settled, by the next call.
    if case .streaming = start { settle() }
    return start
  }

  func write(_ chunk: ByteBuffer, of exchange: Int, _ ready: @escaping @Sendable (_ hasRoom: Bool) -> Void) {
    guard state.isStreaming(exchange) else { return ready(false) }
    if let framed = state.framing.frame(chunk), !send(framed) { close() }
    guard state.isOpen else { return ready(false) }
    // A client that takes no bytes causes no event, so only the deadline ends the wait.
    announceDeadline()
    socket.whenWritable(ready)
  }

  func end(_ exchange: Int, whenOut: (@Sendable (_ isOut: Bool) -> Void)?) {
    end(Optional(exchange), whenOut)
    settle()
  }

  func open(
    _ response: ServerResponse, of exchange: Int, _ finished: @escaping @Sendable (ExchangeOutcome) -> Void
  ) {
    guard state.mayBegin(exchange) else { return finished(.clientLeft) }
    guard let tunnel = Tunnel(response, finished), state.mayBeginTunnel, let descriptor = socket.release() else {
      close()
      return finished(.clientLeft)
    }
    var bytes = response.emptyBuffer()
    _ = state.begin(response, date: setup.date.value(), to: &bytes, now: .now())
    let head = unsafe bytes.withBytes { unsafe Array($0) }
    state.close()
    owner.replace(number, byTunnelOn: descriptor, unread: unread) { await tunnel.run(on: $0, head: head) }
    (self.exchange, task, unread) = (nil, nil, [])
  }

  func breakOff(_ exchange: Int) {
    guard state.isStreaming(exchange) else { return }
    self.exchange?.decide(.failed)
    close()
  }

  func exchangeIsOver() { owner.exchangeIsOver() }
}
