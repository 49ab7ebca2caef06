import Edge
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
    var hasHead = false
    isReading = true
    defer { isReading = false }
    do throws(HostError) {
      while wantsParts, let part = try parser.next(bytes, &position) {
        if case .head = part { hasHead = true }
        take(part, of: bytes)
      }
    } catch {
      refuse(error)
      return bytes.count
    }
    switch phase {
    case .lingering: return bytes.count
    // From the head on, however often a piece of the body comes. A body that came with its head has no time to wait for.
    case .receiving where hasHead: expect(within: limits.bodyTimeout)
    case .waiting, .receiving, .running, .responding: break
    }
    return position
  }

  /// Whether the next part has somebody to take it.
  private var wantsParts: Bool {
    guard socket.isOpen, !holdsBody else { return false }
    return switch phase {
    case .waiting, .receiving: true
    case .running, .responding: reader.isReceiving
    case .lingering: false
    }
  }

  func watchInput() {
    if case .lingering = phase { return socket.watch(input: true) }
    // A client that sends nothing ahead costs no system call.
    socket.watch(input: wantsParts || (unread.isEmpty && !holdsBody))
  }

  private func take(_ part: RequestParser.Part, of bytes: Span<UInt8>) {
    if case .head(let start) = part {
      phase = .receiving
      framing = ResponseFraming(request: start)
      expectsContinue = start.expectsContinue
    }
    switch reader.take(part, of: bytes, peer: peer) {
    case .nothing:
      if expectsContinue, reader.isCollecting { sendContinue() }
    case .start(let head, let body):
      run(head, RequestBody(body))
    case .startStreaming(let head):
      let link = ConnectionLink(self)
      let pipe = BodyPipe { link.run { $0.resumeBody() } }
      self.pipe = pipe
      holdsBody = true
      run(head, RequestBody { try await pipe.next() })
    case .chunk(let chunk):
      guard let pipe else { break }
      holdsBody = !pipe.push(chunk)
      // The time that a handler takes is not its client's.
      if case .running = phase { expect(within: holdsBody ? limits.idleTimeout : limits.bodyTimeout) }
    case .finishBody:
      pipe?.finish()
      pipe = nil
      if case .running = phase { expect(within: limits.idleTimeout) }
    }
  }

  private func run(_ head: RequestHead, _ body: RequestBody) {
    phase = .running
    let now = NIODeadline.now()
    exchangeEnds = now + .nanoseconds(Int64(limits.wallClock * 1e9))
    expect(within: limits.idleTimeout, at: now)
    let arrival = dispatcher.arrival(of: head, startedAt: now)
    let exchange = PendingExchange(
      arrival: arrival, body: body, dispatcher: dispatcher, link: ConnectionLink(self), table: table)
    self.exchange = exchange
    table.exchangeBegins()
    // The host's own answers come at once, whatever the functions keep.
    task =
      arrival.runsFunction
      ? table.tasks.answer(exchange)
      : Task.immediate(executorPreference: loop) { _ = await exchange.run() }
  }

  func refuse(_ error: HostError) {
    reader.ignoreTheRest()
    switch phase {
    case .lingering: break
    case .responding: abandonBody()
    case .waiting, .receiving, .running: replaceAnswer(by: error)
    }
  }

  /// Answers in place of the exchange in hand, which is cancelled.
  func replaceAnswer(by error: HostError) {
    exchange?.decide(.replaced(status: error.status.code))
    task?.cancel()
    abandonBody()
    framing.keepsAlive = false
    let (answer, fields) = dispatcher.refusal(error, id: exchange?.arrival.id)
    begin(answer, fields)
    end()
  }

  func abandonBody() {
    pipe?.fail(CancellationError())
    pipe = nil
    holdsBody = false
  }

  /// What the client waits for before it sends a body (RFC 9110, section 10.1.1).
  private func sendContinue() {
    expectsContinue = false
    if !socket.write(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")) { close() }
  }

  /// Whoever reads the body wants more of it.
  private func resumeBody() {
    guard pipe != nil else { return }
    if expectsContinue { sendContinue() }
    holdsBody = false
    if case .running = phase { expect(within: limits.bodyTimeout) }
    readOn()
  }
}
