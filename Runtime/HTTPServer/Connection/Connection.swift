import HTTPTypes
import Loop
import NIOCore

/// A client's connection: the driver of ``ConnectionState``, which reads, writes and starts tasks as the state decides.
///
/// `@unchecked`: it is used only on its loop's thread, as debug builds check. Exchanges call it by ``Reactor/run(_:)``.
final class Connection: @unchecked Sendable {
  let loop: Reactor
  /// The client's address; nil on a Unix socket.
  let peer: String?
  let setup: ConnectionSetup
  let socket: ClientSocket
  unowned let owner: any ConnectionOwner
  var state: ConnectionState
  /// Received input that is not parsed yet: the beginning of a line, or pipelined requests.
  var unread: [UInt8] = []
  private var isReading = false
  var exchange: Exchange?
  var task: Task<Void, Never>?
  /// The earliest deadline that was announced to the owner since the last ``lookAtClock(_:)``.
  private var announced = NIODeadline.distantFuture
  /// A whole response between its begin and its end. ``end(_:_:)`` sends it in one write.
  private var unsent: ResponseBytes?

  /// Creates a connection on a connected socket. Its owner outlives it and its exchanges.
  init(
    _ socket: ClientSocket, of owner: any ConnectionOwner, peer: String?, isAboveLimit: Bool, _ setup: ConnectionSetup
  ) {
    self.socket = socket
    self.owner = owner
    self.peer = peer
    self.setup = setup
    loop = owner.loop
    state = ConnectionState(limits: setup.limits, isAboveLimit: isAboveLimit)
  }

  /// The number of its descriptor on the loop.
  var number: UInt64 { socket.number }

  /// When ``lookAtClock(_:)`` must be called.
  var deadline: NIODeadline { state.deadline }

  /// Begins to wait for a request: the first one of a new connection, otherwise another one.
  func open(isNew: Bool) {
    loop.assertIsCurrent()
    state.open(isNew: isNew, now: .now())
    settle()
  }

  /// Gives up its descriptor for another loop and closes this connection, if it is idle; otherwise nil.
  func release() -> CInt? {
    loop.assertIsCurrent()
    guard state.isIdle, unread.isEmpty, let descriptor = socket.release() else { return nil }
    state.close()
    return descriptor
  }

  /// Closes the connection after the current exchange.
  func quiesce() {
    loop.assertIsCurrent()
    perform(state.quiesce(hasInput: !unread.isEmpty || socket.hasInput, now: .now()))
    settle()
  }

  /// Sends the probe if it is due, and refuses the request or closes the connection if a deadline has passed.
  func lookAtClock(_ now: NIODeadline) {
    loop.assertIsCurrent()
    announced = .distantFuture
    perform(state.takeProbe(now))
    perform(state.timePassed(now))
    settle()
  }

  /// Closes the connection, and cancels its exchange.
  func close() {
    loop.assertIsCurrent()
    guard state.isOpen else { return }
    state.close()
    socket.close()
    exchange?.decide(.clientLeft)
    task?.cancel()
    abandonBody()
    // The exchange refers to the connection: this breaks the cycle.
    (exchange, task, unread) = (nil, nil, [])
    unsent = nil
    owner.remove(number)
  }

  private func perform(_ action: consuming ConnectionAction?, at now: @autoclosure () -> NIODeadline = .now()) {
    switch consume action {
    case nil: break
    case .begin(let number, let head, let body, let isWhole): begin(number, head, body, isWhole: isWhole, at: now())
    case .push(let chunk): if let pipe = exchange?.pipe { state.pushed(chunk, hasRoom: pipe.push(chunk), now: now()) }
    case .finishBody: exchange?.pipe?.finish()
    case .abandonBody: abandonBody()
    case .sendContinue: if !socket.write(ResponseFraming.interimContinue) { close() }
    case .refuse(let fault): refuse(fault)
    case .readOn: readOn()
    case .yield:
      loop.runLater { [self] in
        state.beginTurn(isYielded: true)
        readOn()
        settle()
      }
    case .linger:
      unread = []
      socket.endOutput()
    case .close: close()
    }
  }

  /// Updates the watched events and the announced deadline; called after every input.
  func settle() {
    // The outermost call settles at its end.
    guard !isReading, state.isOpen else { return }
    if state.isFinished { return close() }
    socket.watch(state.interest(hasUnread: !unread.isEmpty))
    announceDeadline()
  }

  /// Tells the owner of a deadline that is earlier than the announced one.
  func announceDeadline() {
    guard state.deadline < announced else { return }
    announced = state.deadline
    owner.expect(announced)
  }

  // MARK: Input

  func socketIsReady(_ events: DescriptorEvents, _ buffer: UnsafeMutableRawBufferPointer) {
    loop.assertIsCurrent()
    switch unsafe socket.handle(events, buffer) {
    case .bytes(let count): unsafe received(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    case .end: perform(state.inputHasEnded(now: .now()))
    case .endAhead: state.clientMayHaveLeft(now: .now())
    case .nothing: break
    case .gone: return close()
    }
    settle()
  }

  private func received(_ bytes: UnsafeRawBufferPointer) {
    state.beginTurn(isYielded: false)
    guard unread.isEmpty else {
      unsafe unread.append(contentsOf: bytes)
      return readOn()
    }
    unsafe bytes.withMemoryRebound(to: UInt8.self) { bytes in
      let read = read(unsafe bytes.span)
      if state.isOpen, read < bytes.count { unsafe unread.append(contentsOf: bytes[read...]) }
    }
  }

  /// Parses input that is already received.
  private func readOn() {
    guard !isReading, !unread.isEmpty || state.isInRequest else { return }
    let bytes = unread
    unread = []
    let read = read(bytes.span)
    if state.isOpen { unread = read > 0 ? Array(bytes[read...]) : bytes }
  }

  /// Parses as far as the state wants; returns the number of parsed bytes.
  private func read(_ bytes: Span<UInt8>) -> Int {
    var position = 0
    let now = NIODeadline.now()
    isReading = true
    defer { isReading = false }
    while let action = state.next(bytes, &position, now: now) { perform(action, at: now) }
    return position
  }

  // MARK: Exchanges

  private func begin(
    _ number: Int, _ head: consuming RequestHead, _ bytes: [UInt8], isWhole: Bool, at now: NIODeadline
  ) {
    let pipe = isWhole ? nil : BodyPipe { [self] in loop.run { [self] in bodyIsWanted(by: number) } }
    if let pipe, !bytes.isEmpty { _ = pipe.push(ByteBuffer(bytes: bytes)) }
    let handler = setup.handler.exchange(for: head, from: peer, on: setup.loopIndex, at: now)
    state.take(handler.time, now: now)
    let exchange = Exchange(number, handler, pipe.map(IncomingBody.stream) ?? .whole(bytes), on: self)
    self.exchange = exchange
    let task = owner.run(exchange)
    // An immediate exchange may be over already.
    if self.exchange === exchange { self.task = task }
  }

  private func bodyIsWanted(by number: Int) {
    perform(state.bodyIsWanted(by: number, now: .now()))
    readOn()
    settle()
  }

  private func abandonBody() { exchange?.pipe?.fail(CancellationError()) }

  /// Sends a refusal, in place of the response of the current exchange, if any.
  private func refuse(_ fault: ProtocolFault) {
    let response = exchange?.handler.refusal(of: fault) ?? setup.handler.refusal(of: fault)
    exchange?.decide(.replaced(status: response.status.code))
    task?.cancel()
    abandonBody()
    if case .whole = begin(response, nil) { end(nil, nil) }
  }

  // MARK: Responses

  func begin(_ response: ServerResponse, _ number: Int?) -> ResponseStart {
    guard state.mayBegin(number) else { return .refused }
    var bytes = response.emptyBuffer()
    if state.begin(response, date: setup.date.value(), to: &bytes, now: .now()) {
      unsent = consume bytes
      return .whole
    }
    if send(unsafe bytes.withBytes { unsafe ByteBuffer(bytes: $0) }) { return .streaming }
    close()
    return .refused
  }

  /// Sends bytes of a streamed response, or queues them; false if the connection is broken.
  func send(_ bytes: ByteBuffer) -> Bool {
    state.responseWaits(now: .now())
    return socket.write(bytes) { [self] isOut in
      if isOut, socket.isDrained { state.responseIsTaken(now: .now()) }
    }
  }

  func end(_ number: Int?, _ whenOut: (@Sendable (_ isOut: Bool) -> Void)?) {
    guard state.end(number) else {
      whenOut?(false)
      return
    }
    abandonBody()
    (exchange, task) = (nil, nil)
    let sending =
      if let whole = unsent.take() {
        socket.sendAtOnce(whole)
      } else {
        socket.sendAtOnce(state.framing.lastChunk ?? ByteBuffer())
      }
    switch sending {
    case .all:
      whenOut?(true)
      responseIsOut()
    case .some(let rest):
      state.responseWaits(now: .now())
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

  private func responseIsOut() { perform(state.responseIsOut(hasUnread: !unread.isEmpty, now: .now())) }
}
