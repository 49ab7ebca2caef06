import NIOCore

/// The response's way out.
extension Connection {
  /// Takes the head, and the body if it is there.
  @discardableResult
  func begin(_ response: ServerResponse) -> ResponseStart {
    guard socket.isOpen else { return .refused }
    switch phase {
    case .responding, .lingering: return .refused
    case .waiting, .running: break
    }
    phase = .responding
    // The rest of a short body is read and dropped. A client that waits for an interim response may not send it at all.
    let isWhole = !reader.isReceiving || (reader.isShort && !expectsContinue)
    if !isWhole || isQuiescing { framing.keepsAlive = false }
    expectsContinue = false
    // A large body has room made for it if it is written at all.
    var bytes = ResponseBytes(capacity: 512 + min(response.count ?? 0, 4096))
    if framing.begin(response, date: setup.date.value(), to: &bytes) {
      unsent = consume bytes
      return .whole
    }
    expect(within: limits.wallClock)
    if socket.write(unsafe bytes.withBytes { unsafe ByteBuffer(bytes: $0) }) { return .streaming }
    close()
    return .refused
  }

  func resumeWriters() {
    guard !writers.isEmpty, socket.isWritable else { return }
    let waiting = writers
    writers = []
    for writer in waiting { writer(true) }
  }

  /// The response is whole: once it has gone out, the next request may come.
  ///
  /// - Parameter whenOut: told whether it has gone out.
  func end(whenOut: (@Sendable (_ isOut: Bool) -> Void)? = nil) {
    guard socket.isOpen, case .responding = phase, !isEnding else {
      whenOut?(false)
      return
    }
    isEnding = true
    forgetExchange()
    let sending =
      if let whole = unsent.take() {
        unsafe whole.withBytes { unsafe socket.sendAtOnce($0) }
      } else {
        unsafe (framing.lastChunk ?? ByteBuffer()).withUnsafeReadableBytes { unsafe socket.sendAtOnce($0) }
      }
    switch sending {
    case .all:
      whenOut?(true)
      responseIsOut()
    case .some(let rest):
      expect(within: limits.wallClock)
      let isTaken = socket.write(rest) { [self] isOut in
        whenOut?(isOut)
        if isOut { responseIsOut() }
      }
      if !isTaken { close() }
    case .gone:
      whenOut?(false)
      close()
    }
  }

  /// The response has gone out.
  func responseIsOut() {
    isEnding = false
    exchangeEnds = .distantFuture
    guard socket.isOpen else { return }
    if framing.keepsAlive, !isQuiescing {
      phase = .waiting(isFirst: false)
      framing = ResponseFraming()
      if reader.isReceiving { reader.ignoreTheRest() }
      expect(within: reader.isReceiving ? limits.bodyTimeout : limits.keepAliveTimeout)
      readOn()
    } else if !clientHasEnded, reader.isReceiving || !unread.isEmpty {
      // Closing with unread bytes would reset the connection and take the response from the client.
      phase = .lingering
      unread = []
      expect(within: 2)
      socket.endOutput()
      watchInput()
    } else {
      close()
    }
  }

  /// The exchange in hand needs nothing more.
  func forgetExchange() {
    task = nil
    exchange = nil
    abandonBody()
  }

}

extension Connection: ExchangeConnection {
  func begin(_ response: ServerResponse, of exchange: Int) -> ResponseStart {
    exchange == self.exchange?.number ? begin(response) : .refused
  }

  func write(_ chunk: ByteBuffer, of exchange: Int, _ ready: @escaping @Sendable (_ hasRoom: Bool) -> Void) {
    guard socket.isOpen, case .responding = phase, exchange == self.exchange?.number else { return ready(false) }
    if let framed = framing.frame(chunk), !socket.write(framed) { close() }
    guard socket.isOpen, !socket.isWritable else { return ready(socket.isOpen) }
    writers.append(ready)
  }

  func end(_ exchange: Int, whenOut: (@Sendable (_ isOut: Bool) -> Void)?) {
    guard exchange == self.exchange?.number else {
      whenOut?(false)
      return
    }
    end(whenOut: whenOut)
  }

  func breakOff(_ exchange: Int) {
    guard exchange == self.exchange?.number else { return }
    self.exchange?.decide(.failed)
    close()
  }

  func exchangeIsOver() { owner.exchangeIsOver() }
}
