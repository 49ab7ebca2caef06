import HTTPTypes
import Loop
import NIOCore

/// A client's connection. `@unchecked`: only its loop's own work touches it, which debug builds check; exchanges reach it through
/// ``Reactor/run(_:)``.
///
/// It is the driver of ``ConnectionState``: it reads, writes and starts tasks as the state decides.
final class Connection: @unchecked Sendable {
  let loop: Reactor
  /// The client's address; nil on a Unix socket.
  let peer: String?
  private let setup: ConnectionSetup
  private let loopIndex: Int
  private let socket: ClientSocket
  private unowned let owner: any ConnectionOwner
  private var state: ConnectionState
  /// Input that was received and not read: the beginning of a line, or requests sent ahead.
  private var unread: [UInt8] = []
  private var isReading = false
  /// The current exchange, its task, and its streamed body.
  private var exchange: Exchange?
  private var task: Task<Void, Never>?
  private var pipe: BodyPipe?
  /// The earliest deadline that the owner was told since it looked at the clock last.
  private var announced = NIODeadline.distantFuture
  /// A whole response that waits for its end, so that it goes out in one write.
  private var unsent: ResponseBytes?

  /// Takes a connected socket.
  ///
  /// - Parameters:
  ///   - owner: Outlives it, and its exchanges.
  ///   - peer: The client's address; nil on a Unix socket.
  ///   - isAboveLimit: Whether its request is refused.
  init(
    _ socket: ClientSocket, of owner: any ConnectionOwner, peer: String?, isAboveLimit: Bool, loopIndex: Int,
    _ setup: ConnectionSetup
  ) {
    self.socket = socket
    self.owner = owner
    self.peer = peer
    self.loopIndex = loopIndex
    self.setup = setup
    loop = owner.loop
    state = ConnectionState(limits: setup.limits, isAboveLimit: isAboveLimit)
  }

  /// Its number among the descriptors of the loop.
  var number: UInt64 { socket.number }

  /// When ``lookAtClock(_:)`` must be called.
  var deadline: NIODeadline { state.deadline }

  /// Begins to wait for a request.
  ///
  /// - Parameter isNew: Whether it has had no request yet.
  func open(isNew: Bool) {
    loop.assertIsCurrent()
    state.open(isNew: isNew, now: .now())
    settle()
  }

  /// Gives up its descriptor for another loop, if it waits for a request of which nothing has come.
  ///
  /// - Returns: nil if it does not; otherwise the connection is closed for this loop.
  func release() -> CInt? {
    loop.assertIsCurrent()
    guard state.isIdle, unread.isEmpty, let descriptor = socket.release() else { return nil }
    state.close()
    return descriptor
  }

  /// Finishes the current exchange, and closes then.
  func quiesce() {
    loop.assertIsCurrent()
    perform(state.quiesce(hasInput: !unread.isEmpty || socket.hasInput, now: .now()))
    settle()
  }

  /// The deadline has come.
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
    // These refer to the connection.
    (exchange, task, unread) = (nil, nil, [])
    unsent = nil
    owner.remove(number)
  }

  /// Performs what the state decided.
  private func perform(_ action: ConnectionAction?) {
    switch action {
    case nil: break
    case .begin(let number, let head, let body, let isWhole): begin(number, head, body, isWhole: isWhole)
    case .push(let chunk): if let pipe { state.pushed(hasRoom: pipe.push(chunk), now: .now()) }
    case .finishBody: pipe.take()?.finish()
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

  /// Watches what the state waits for; called after every input.
  private func settle() {
    // The outer call does so when all is read.
    guard !isReading, state.isOpen else { return }
    if state.isFinished { return close() }
    socket.watch(state.interest(hasUnread: !unread.isEmpty))
    guard state.deadline < announced else { return }
    announced = state.deadline
    owner.expect(announced)
  }

  // MARK: Input

  /// Something happened to the socket.
  func socketIsReady(_ events: Reactor.Events, _ buffer: UnsafeMutableRawBufferPointer) {
    loop.assertIsCurrent()
    if events.contains(.output), !socket.flush() { return close() }
    // Neither side sends any more, or the client has reset the connection.
    let isBroken = !events.isDisjoint(with: .broken)
    if socket.wantsInput {
      if isBroken || !events.isDisjoint(with: [.input, .endOfInput]) {
        unsafe receive(into: buffer, isBroken: isBroken)
      }
    } else if isBroken {
      close()
    } else if events.contains(.endOfInput) {
      state.clientMayHaveLeft(now: .now())
    }
    settle()
  }

  private func receive(into buffer: UnsafeMutableRawBufferPointer, isBroken: Bool) {
    guard state.isOpen else { return }
    switch unsafe socket.read(into: buffer) {
    case .bytes(let count): unsafe received(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    case .end where !isBroken: perform(state.inputHasEnded(now: .now()))
    case .nothing where !isBroken: break
    case .nothing, .end, .gone: close()
    }
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

  /// Goes on with input that has come already.
  private func readOn() {
    guard !isReading, !unread.isEmpty || state.isInRequest else { return }
    let bytes = unread
    unread = []
    let read = read(bytes.span)
    if state.isOpen { unread = read > 0 ? Array(bytes[read...]) : bytes }
  }

  /// Reads as far as the state wants; returns how many bytes are done with.
  private func read(_ bytes: Span<UInt8>) -> Int {
    var position = 0
    let now = NIODeadline.now()
    isReading = true
    defer { isReading = false }
    while let action = state.next(bytes, &position, now: now) { perform(action) }
    return position
  }

  // MARK: Exchanges

  private func begin(_ number: Int, _ head: RequestHead, _ bytes: [UInt8], isWhole: Bool) {
    var body = IncomingBody.whole(bytes)
    if !isWhole {
      let pipe = BodyPipe { [self] in loop.run { [self] in bodyIsWanted(by: number) } }
      if !bytes.isEmpty { _ = pipe.push(ByteBuffer(bytes: bytes)) }
      self.pipe = pipe
      body = .stream(pipe)
    }
    let handler = setup.handler.exchange(for: head, from: peer, on: loopIndex, at: .now())
    let exchange = Exchange(number, handler, body, on: self)
    self.exchange = exchange
    let task = owner.run(exchange)
    // It may be over already.
    if self.exchange === exchange { self.task = task }
  }

  private func bodyIsWanted(by number: Int) {
    perform(state.bodyIsWanted(by: number, now: .now()))
    readOn()
    settle()
  }

  private func abandonBody() { pipe.take()?.fail(CancellationError()) }

  /// Sends a refusal, in place of the response of the current exchange if there is one.
  private func refuse(_ fault: ProtocolFault) {
    let response = exchange?.handler.refusal(of: fault) ?? setup.handler.refusal(of: fault)
    exchange?.decide(.replaced(status: response.status.code))
    task?.cancel()
    abandonBody()
    if begin(response, nil) == .whole { end(nil, nil) }
  }

  // MARK: Responses

  private func begin(_ response: ServerResponse, _ number: Int?) -> ResponseStart {
    guard state.mayBegin(number) else { return .refused }
    // A large body has room made for it if it is written at all.
    var bytes = ResponseBytes(capacity: 512 + min(response.count ?? 0, 4096))
    if state.begin(response, date: setup.date.value(), to: &bytes, now: .now()) {
      unsent = consume bytes
      return .whole
    }
    if socket.write(unsafe bytes.withBytes { unsafe ByteBuffer(bytes: $0) }) { return .streaming }
    close()
    return .refused
  }

  private func end(_ number: Int?, _ whenOut: (@Sendable (_ isOut: Bool) -> Void)?) {
    guard state.end(number) else {
      whenOut?(false)
      return
    }
    (exchange, task) = (nil, nil)
    abandonBody()
    let sending =
      if let whole = unsent.take() {
        unsafe whole.withBytes { unsafe socket.sendAtOnce($0) }
      } else {
        unsafe (state.framing.lastChunk ?? ByteBuffer()).withUnsafeReadableBytes { unsafe socket.sendAtOnce($0) }
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

extension Connection: ExchangeConnection {
  func begin(_ response: ServerResponse, of exchange: Int) -> ResponseStart {
    let start = begin(response, exchange)
    // The end of a whole one follows at once.
    if start == .streaming { settle() }
    return start
  }

  func write(_ chunk: ByteBuffer, of exchange: Int, _ ready: @escaping @Sendable (_ hasRoom: Bool) -> Void) {
    guard state.isStreaming(exchange) else { return ready(false) }
    if let framed = state.framing.frame(chunk), !socket.write(framed) { close() }
    guard state.isOpen else { return ready(false) }
    socket.whenWritable(ready)
  }

  func end(_ exchange: Int, whenOut: (@Sendable (_ isOut: Bool) -> Void)?) {
    end(Optional(exchange), whenOut)
    settle()
  }

  func breakOff(_ exchange: Int) {
    guard state.isStreaming(exchange) else { return }
    self.exchange?.decide(.failed)
    close()
  }

  func exchangeIsOver() { owner.exchangeIsOver() }
}
