import HTTPTypes
import Loop
import NIOCore

/// The requests' way in.
extension Connection {
  func received(_ bytes: UnsafeRawBufferPointer) {
    if case .lingering = phase { return }
    guard unread.isEmpty else {
      unsafe unread.append(contentsOf: bytes)
      return readOn()
    }
    unsafe bytes.withMemoryRebound(to: UInt8.self) { bytes in
      let read = read(unsafe bytes.span)
      if socket.isOpen, read < bytes.count { unsafe unread.append(contentsOf: bytes[read...]) }
    }
    watchInput()
  }

  /// Goes on with what has come already.
  func readOn() {
    guard !isReading else { return }
    if unread.isEmpty, parser.isBetweenRequests { return watchInput() }
    let bytes = unread
    unread = []
    let read = read(bytes.span)
    if socket.isOpen { unread = read > 0 ? Array(bytes[read...]) : bytes }
    watchInput()
  }

  /// Takes the parts of requests as far as they are wanted; returns how many bytes are done with.
  private func read(_ bytes: Span<UInt8>) -> Int {
    var position = 0
    isReading = true
    defer { isReading = false }
    do throws(ProtocolFault) {
      while wantsParts, let part = try parser.next(bytes, &position) { take(part, of: bytes) }
    } catch {
      refuse(error)
      return bytes.count
    }
    // More of the body must come: route, token and role are looked at before it is waited for.
    if let (head, beginning) = reader.stream() { run(head, beginning: beginning) }
    if case .lingering = phase { return bytes.count }
    return position
  }

  /// Whether the next part is to be read.
  private var wantsParts: Bool {
    guard socket.isOpen, !holdsBody else { return false }
    return switch phase {
    case .waiting: true
    case .running, .responding: reader.isReceiving
    case .lingering: false
    }
  }

  func watchInput() {
    if clientHasEnded {
      if case .waiting = phase { close() }
      return
    }
    if case .lingering = phase { return socket.watch(input: true) }
    // A client that sends nothing ahead costs no system call.
    socket.watch(input: wantsParts || (unread.isEmpty && !holdsBody))
  }

  private func take(_ part: RequestParser.Part, of bytes: Span<UInt8>) {
    switch part {
    case .head(let start):
      framing = ResponseFraming(request: start)
      expectsContinue = start.expectsContinue
      if isAboveLimit { return refuse(.tooManyConnections) }
    // A client that sends its body does not wait (RFC 9110, section 10.1.1).
    case .body, .end: expectsContinue = false
    }
    switch reader.take(part, of: bytes) {
    case .nothing:
      // The rest of a short body has been dropped.
      guard case .waiting(isFirst: false) = phase, !reader.isReceiving else { break }
      if isQuiescing { close() } else { expect(within: limits.keepAliveTimeout) }
    case .begin(let head, let body): run(head, .whole(body))
    case .beginStreaming(let head, let beginning): run(head, beginning: beginning)
    case .chunk(let chunk):
      guard let pipe else { break }
      holdsBody = !pipe.push(chunk)
      // The time that a handler takes is not its client's. A short body has its time as a whole.
      if case .running = phase, holdsBody || !reader.isShort {
        expect(within: holdsBody ? limits.idleTimeout : limits.bodyTimeout)
      }
    case .finishBody:
      pipe?.finish()
      pipe = nil
      if case .running = phase { expect(within: limits.idleTimeout) }
    }
  }

  /// Starts an exchange whose body is still to come.
  private func run(_ head: RequestHead, beginning: [UInt8]) {
    let pipe = BodyPipe { [self] in loop.run { [self] in resumeBody() } }
    self.pipe = pipe
    holdsBody = true
    if !beginning.isEmpty { _ = pipe.push(ByteBuffer(bytes: beginning)) }
    run(head, .stream(pipe))
  }

  private func run(_ head: RequestHead, _ body: IncomingBody) {
    phase = .running
    let now = NIODeadline.now()
    exchangeEnds = now + .nanoseconds(Int64(limits.wallClock * 1e9))
    expect(within: limits.idleTimeout, at: now)
    let handler = setup.handler.exchange(for: head, from: peer, on: loopIndex, at: now)
    exchanges += 1
    let exchange = Exchange(exchanges, handler, body, on: self)
    self.exchange = exchange
    if clientHasEnded { clientMayHaveLeft() }
    task = owner.run(exchange)
  }

  func refuse(_ fault: ProtocolFault) {
    reader.ignoreTheRest()
    switch phase {
    case .lingering: break
    case .responding: abandonBody()
    case .waiting:
      framing.isHead = parser.isHead
      replaceResponse(by: fault)
    case .running: replaceResponse(by: fault)
    }
  }

  /// Answers in place of the exchange in hand, which is cancelled.
  func replaceResponse(by fault: ProtocolFault) {
    let response = exchange?.handler.refusal(of: fault) ?? setup.handler.refusal(of: fault)
    exchange?.decide(.replaced(status: response.status.code))
    task?.cancel()
    abandonBody()
    framing.keepsAlive = false
    begin(response)
    end()
  }

  func abandonBody() {
    pipe?.fail(CancellationError())
    pipe = nil
    holdsBody = false
  }

  /// The reader of the body wants more of it.
  private func resumeBody() {
    guard pipe != nil else { return }
    if expectsContinue {
      expectsContinue = false
      if !socket.write(.interimContinue) { return close() }
    }
    let wasHeld = holdsBody
    holdsBody = false
    if case .running = phase, wasHeld { expect(within: limits.bodyTimeout) }
    readOn()
  }
}
