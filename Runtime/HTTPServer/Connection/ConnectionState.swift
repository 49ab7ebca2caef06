import NIOCore

/// The rules of one connection: a state machine that does no I/O.
///
/// Each input returns at most one ``ConnectionAction``, which the driver performs before the next input. Requests are
/// answered in order: while an exchange runs, no further request is parsed. ``ServerLimits/halfCloseProbe`` describes
/// how clients are handled that end their output. The driver passes in the time.
struct ConnectionState {
  let limits: ServerLimits
  /// Whether the first request is refused.
  private let isAboveLimit: Bool
  var phase = ConnectionPhase.waiting(isFirst: true)
  private var parser: RequestParser
  var reader = RequestReader()
  var framing = ResponseFraming()
  var body = BodyFlow.none
  private var turn = ReadTurn()
  var deadlines = ConnectionDeadlines()
  var exchanges = ExchangeNumbers()
  var time: ExchangeLimits
  var expectsContinue = false
  var clientHasEnded = false
  /// Whether the end of the client's output is watched while input is not.
  private var noticesEnd = true
  var isQuiescing = false
  /// Whether the system has not taken all that was sent of a streamed response.
  var isResponseQueued = false
  /// Whether the response is whole but not completely sent.
  var isEnding = false

  init(limits: ServerLimits, isAboveLimit: Bool) {
    self.limits = limits
    self.isAboveLimit = isAboveLimit
    time = ExchangeLimits(limits)
    parser = RequestParser(limits: limits)
  }

  /// Begins to wait for a request: the first one if the connection is new.
  mutating func open(isNew: Bool, now: NIODeadline) {
    phase = .waiting(isFirst: isNew)
    deadlines.expect(within: isNew ? limits.headerTimeout : limits.keepAliveTimeout, at: now)
  }

  mutating func close() {
    (phase, body) = (.closed, .none)
    exchanges.end()
  }

  /// Sets the limits on the time of the exchange that has just begun.
  mutating func take(_ time: ExchangeTime, now: NIODeadline) {
    switch time {
    case .common: break
    case .own(let limits): limit(to: limits, now)
    case .unlimited: deadlines.liftExchange(pace: BodyPace(limits))
    }
  }

  private mutating func limit(to limits: ExchangeLimits, _ now: NIODeadline) {
    time = limits
    deadlines.exchangeBegins(within: limits.wallClock, at: now)
    deadlines.expect(within: limits.idle, at: now)
  }

  var isOpen: Bool { phase.isOpen }

  /// Whether it waits for another request, of which nothing has been parsed.
  var isIdle: Bool {
    if case .waiting(isFirst: false) = phase { parser.isBetweenRequests && !isQuiescing } else { false }
  }

  /// Whether the client has ended its output and all of its requests are answered.
  var isFinished: Bool { phase.isWaiting && clientHasEnded && !turn.isYielding }

  /// The input events to watch for; `hasUnread` says whether received input is not parsed yet.
  func interest(hasUnread: Bool) -> InputInterest {
    if clientHasEnded { return .nothing }
    if case .lingering = phase { return .bytes }
    // Without pipelined requests, the socket is always watched for bytes, which needs no system calls.
    return wantsParts && !turn.isYielding || (!hasUnread && body != .held) ? .bytes : noticesEnd ? .end : .nothing
  }

  /// Whether a request is partly parsed, so that its next part may need no more bytes.
  var isInRequest: Bool { !parser.isBetweenRequests }

  /// Whether the next part of a request is wanted.
  private var wantsParts: Bool { body != .held && (phase.isWaiting || phase.hasExchange && reader.isReceiving) }

  /// Begins a turn: new input has come, or the turn that a ``ConnectionAction/yield`` asked for.
  mutating func beginTurn(isYielded: Bool) { if isYielded || !turn.isYielding { turn = ReadTurn() } }

  /// Parses on from `position`, as far as parts of requests are wanted.
  ///
  /// - Returns: the action to perform before more is parsed; nil if no more can be parsed for now.
  mutating func next(_ bytes: Span<UInt8>, _ position: inout Int, now: NIODeadline) -> ConnectionAction? {
    do throws(ProtocolFault) {
      while wantsParts {
        if turn.isOver, position < bytes.count { return turn.yield() }
        guard let part = try parser.next(bytes, &position) else { break }
        turn.count(part)
        if let action = take(part, of: bytes, now) { return action }
      }
    } catch {
      position = bytes.count
      return refuse(error)
    }
    // A short body is incomplete: the handler may refuse the request without waiting for the rest.
    if isOpen, let (head, beginning) = reader.stream() { return begin(head, body: beginning, isWhole: false, now) }
    if case .lingering = phase { position = bytes.count }
    return nil
  }

  private mutating func take(
    _ part: RequestParser.Part, of bytes: Span<UInt8>, _ now: NIODeadline
  ) -> ConnectionAction? {
    switch part {
    case .head(let head):
      framing = ResponseFraming(request: head)
      expectsContinue = head.expectsContinue
      if isAboveLimit { return refuse(.tooManyConnections) }
    // A client that sends its body does not wait for an interim response (RFC 9110, section 10.1.1).
    case .body, .end: expectsContinue = false
    }
    switch reader.take(part, of: bytes) {
    case .nothing:
      // The ignored rest of a short body has come.
      guard case .waiting(isFirst: false) = phase, !reader.isReceiving else { return nil }
      if isQuiescing { return .close }
      deadlines.expect(within: limits.keepAliveTimeout, at: now)
      return nil
    case .begin(let head, let body): return begin(head, body: body, isWhole: true, now)
    case .beginStreaming(let head, let beginning): return begin(head, body: beginning, isWhole: false, now)
    case .chunk(let chunk): return body == .none ? nil : .push(chunk)
    case .finishBody:
      body = .none
      if case .running = phase { deadlines.expectHandler(within: time.idle, at: now) }
      if !isResponseQueued { responseIsTaken(now: now) }
      return .finishBody
    }
  }

  private mutating func begin(
    _ head: RequestHead, body beginning: [UInt8], isWhole: Bool, _ now: NIODeadline
  ) -> ConnectionAction {
    phase = .running
    body = isWhole ? .none : .held
    limit(to: ExchangeLimits(limits), now)
    if clientHasEnded { clientMayHaveLeft(now: now) }
    return .begin(exchange: exchanges.begin(), head, body: beginning, isWhole: isWhole)
  }

  /// A chunk of the body was passed to its reader, which wants another if it has room.
  mutating func pushed(_ chunk: ByteBuffer, hasRoom: Bool, now: NIODeadline) {
    body = hasRoom ? .flowing : .held
    deadlines.bodyCame(chunk.readableBytes, at: now)
    // The client's time does not include the handler's. A short body has one deadline for all of its bytes.
    guard case .running = phase, !hasRoom || !reader.isShort else { return }
    if hasRoom { return deadlines.expectBody(within: limits.bodyTimeout, at: now) }
    deadlines.expectHandler(within: time.idle, at: now)
  }

  /// The reader of an exchange's body wants more of it.
  mutating func bodyIsWanted(by exchange: Int, now: NIODeadline) -> ConnectionAction? {
    guard body != .none, exchange == exchanges.current else { return nil }
    if case .running = phase, body == .held { deadlines.expectBody(within: limits.bodyTimeout, at: now) }
    body = .flowing
    guard expectsContinue else { return nil }
    expectsContinue = false
    return .sendContinue
  }

  /// The client has ended its output, and all of it is received.
  mutating func inputHasEnded(now: NIODeadline) -> ConnectionAction? {
    clientHasEnded = true
    switch phase {
    case .waiting, .lingering: return .close
    case .running where reader.isReceiving, .responding where body != .none: return .close
    case .running, .responding: clientMayHaveLeft(now: now)
    case .closed: break
    }
    return nil
  }

  /// The client has ended its output, of which some may not be received yet.
  mutating func clientMayHaveLeft(now: NIODeadline) {
    noticesEnd = false
    guard case .running = phase, !framing.isOldProtocol else { return }
    deadlines.expectProbe(within: limits.halfCloseProbe, at: now)
  }

  /// Refuses the request, and drops the rest of the input.
  private mutating func refuse(_ fault: ProtocolFault) -> ConnectionAction? {
    reader.ignoreTheRest()
    switch phase {
    case .lingering, .closed: return nil
    case .responding:
      body = .none
      return .abandonBody
    case .waiting: framing.isHead = parser.isHead
    case .running: break
    }
    return replaceResponse(by: fault)
  }

  private mutating func replaceResponse(by fault: ProtocolFault) -> ConnectionAction {
    body = .none
    framing.keepsAlive = false
    return .refuse(fault)
  }

  /// When ``takeProbe(_:)`` and ``timePassed(_:)`` must be called.
  var deadline: NIODeadline { isOpen ? deadlines.next : .distantFuture }

  /// Probes a client that may have left, if that is due.
  mutating func takeProbe(_ now: NIODeadline) -> ConnectionAction? {
    // The request that the probe was set for may be over.
    guard deadlines.takeProbe(now), case .running = phase, !framing.isOldProtocol else { return nil }
    return .sendContinue
  }

  /// The refusal or the end of the connection, if the deadline of the phase has passed.
  mutating func timePassed(_ now: NIODeadline) -> ConnectionAction? {
    guard isOpen, deadlines.takeDeadline(now) else { return nil }
    switch phase {
    case .waiting where isQuiescing: return .close
    case .waiting(isFirst: true): return refuse(.slowHead)
    case .waiting(isFirst: false), .lingering, .responding: return .close
    case .running where deadlines.isExchangeOver(now): return replaceResponse(by: .wallClock)
    case .running where body == .flowing: return refuse(.slowBody)
    case .running: return replaceResponse(by: .idle)
    case .closed: return nil
    }
  }

  /// Stops after the current exchange.
  ///
  /// A request on its way is still served: one whose first bytes are here, and the first one of a new connection.
  mutating func quiesce(hasInput: @autoclosure () -> Bool, now: NIODeadline) -> ConnectionAction? {
    guard !isQuiescing else { return nil }
    isQuiescing = true
    guard case .waiting(let isFirst) = phase else { return nil }
    guard isFirst || !parser.isBetweenRequests || hasInput() else { return .close }
    deadlines.expect(within: min(limits.headerTimeout, limits.lastRequestTimeout), at: now)
    return nil
  }
}
