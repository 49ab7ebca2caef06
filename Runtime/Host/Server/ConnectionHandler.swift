import Edge
import HTTPTypes
import NIOCore
import NIOHTTP1

/// One connection: parts of requests in, one task per request, bytes of responses out.
///
/// Requests are answered in their order; what a client sends ahead waits here, and then in its socket.
final class ConnectionHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = ByteBuffer

  private enum Phase {
    /// Waiting for a request; `isFirst` until one has come.
    case waiting(isFirst: Bool)
    case receiving
    case running
    case responding
    /// The last response is out: what still comes is thrown away until the client closes.
    case lingering
  }

  private let dispatcher: Dispatcher
  private let limits: Limits
  private let date: DateHeader
  private var reader: RequestReader
  private var phase = Phase.waiting(isFirst: true)
  private var task: Task<Void, Never>?
  private var pipe: BodyPipe?
  /// Requests that a client sent ahead, and the fault that ends them.
  private var ahead = CircularBuffer<HTTPServerRequestPart>()
  private var isTakingAhead = false
  private var refusalAhead: HostError?
  private var holdsReads = false
  private var wantedRead = false
  private var framing = ResponseFraming()
  /// A whole response that waits for ``end()``, so that it goes out in one write.
  private var unsent: ByteBuffer?
  private var isEnding = false
  /// What became of the exchange in hand, if its own answer was not what the client got.
  private var fate: ExchangeFate?
  /// When the exchange in hand has used up its time.
  private var exchangeEnds = NIODeadline.distantFuture
  private var expectsContinue = false
  private var isQuiescing = false
  /// Streamed writes that wait for the client.
  private var writers: [EventLoopPromise<Void>] = []
  private var timer = ConnectionTimer()
  private var scheduled: Scheduled<Void>?
  private var context: ChannelHandlerContext?
  private var peer: String?

  init(dispatcher: Dispatcher, date: DateHeader) {
    self.dispatcher = dispatcher
    self.date = date
    limits = dispatcher.configuration.limits
    reader = RequestReader(limits: limits)
  }

  // MARK: Connection

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    peer = context.remoteAddress?.ipAddress
    expect(within: limits.headerTimeout)
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  /// The client is gone: whoever works for it is told.
  func channelInactive(context: ChannelHandlerContext) {
    scheduled?.cancel()
    scheduled = nil
    fate?.decide(.clientLeft)
    task?.cancel()
    task = nil
    abandonBody()
    ahead.removeAll()
    let waiting = writers
    writers = []
    for writer in waiting { writer.fail(CancellationError()) }
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      isQuiescing = true
      if case .waiting = phase { context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case HTTPParserError.headerOverflow: refuse(.headersTooLarge(limits))
    case is HTTPParserError: refuse(.badRequest("The request is no HTTP/1.1"))
    default: context.close(promise: nil)
    }
  }

  // MARK: Request

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    if isBusy {
      ahead.append(part)
      holdsReads = true
    } else {
      take(part)
    }
  }

  /// Whether a request has come whole and its response has not gone out.
  private var isBusy: Bool {
    switch phase {
    case .waiting, .receiving, .lingering: false
    case .running, .responding: !reader.isReceiving || !ahead.isEmpty
    }
  }

  private func take(_ part: HTTPServerRequestPart) {
    if case .lingering = phase { return }
    switch part {
    case .head(let head):
      phase = .receiving
      framing = ResponseFraming(request: head)
      expectsContinue = head.headers.first(name: "expect")?.lowercased() == "100-continue"
      expect(within: limits.bodyTimeout)
      perform(reader.head(head, peer: peer))
      if expectsContinue, reader.isCollecting { sendContinue() }
    case .body(let chunk):
      perform(reader.body(chunk))
    case .end:
      perform(reader.end())
    }
  }

  private func perform(_ action: RequestReader.Action) {
    switch action {
    case .nothing: break
    case .start(let head, let body):
      run(head, RequestBody(body))
    case .startStreaming(let head):
      guard let link else { return }
      let pipe = BodyPipe { link.run { $0.resumeReads() } }
      self.pipe = pipe
      holdsReads = true
      run(head, RequestBody { try await pipe.next() })
    case .chunk(let chunk):
      guard let pipe else { break }
      holdsReads = !pipe.push(chunk)
      // The time that a handler takes is not its client's.
      if case .running = phase { expect(within: holdsReads ? limits.idleTimeout : limits.bodyTimeout) }
    case .finishBody:
      pipe?.finish()
      pipe = nil
      if case .running = phase { expect(within: limits.idleTimeout) }
    case .refuse(let error):
      refuse(error)
    }
  }

  private var link: ConnectionLink? { context.map { ConnectionLink(self, $0.eventLoop) } }

  private func run(_ head: RequestHead, _ body: RequestBody) {
    guard let link else { return }
    phase = .running
    exchangeEnds = .now() + .nanoseconds(Int64(limits.wallClock * 1e9))
    expect(within: limits.idleTimeout)
    let started = ContinuousClock.now
    let fate = ExchangeFate(id: InvocationID(at: dispatcher.clock.now))
    self.fate = fate
    let route = dispatcher.route(head.target)
    let answer = { [dispatcher] () async -> Void in
      let exchange = await dispatcher.respond(to: head, route: route, body: body, startedAt: started, id: fate.id)
      let outcome = await link.send(exchange.response)
      exchange.finished(fate.outcome ?? outcome)
    }
    // What the host itself answers needs no other thread; a function's handler never runs on this one.
    task = route.leavesTheLoop ? Task(operation: answer) : Task.immediate(operation: answer)
  }

  private func refuse(_ error: HostError) {
    switch phase {
    case .lingering: break
    case .responding: refusalAhead = error
    case .running where !reader.isReceiving: refusalAhead = error
    case .waiting, .receiving, .running:
      reader.ignoreTheRest()
      replaceAnswer(by: error)
    }
  }

  /// Answers in place of the exchange in hand, which is cancelled.
  private func replaceAnswer(by error: HostError) {
    fate?.decide(.replaced(status: error.status.code))
    task?.cancel()
    abandonBody()
    framing.keepsAlive = false
    begin(dispatcher.refusal(error, id: fate?.id))
    end()
  }

  private func abandonBody() {
    pipe?.fail(CancellationError())
    pipe = nil
  }

  /// What the client waits for before it sends a body (RFC 9110, section 10.1.1).
  private func sendContinue() {
    expectsContinue = false
    context?.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
  }

  // MARK: Back-pressure

  func read(context: ChannelHandlerContext) {
    if holdsReads {
      wantedRead = true
    } else {
      context.read()
    }
  }

  private func resumeReads() {
    if expectsContinue { sendContinue() }
    holdsReads = false
    if pipe != nil, case .running = phase { expect(within: limits.bodyTimeout) }
    guard wantedRead else { return }
    wantedRead = false
    context?.read()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      let waiting = writers
      writers = []
      for writer in waiting { writer.succeed() }
    }
    context.fireChannelWritabilityChanged()
  }

  // MARK: Response

  /// What a response wants after its head.
  enum Begun {
    /// The client has its answer already or is gone.
    case refused
    /// Only ``end()``.
    case whole
    /// Its body, chunk by chunk.
    case streaming
  }

  /// Takes the head, and the body if it is there.
  @discardableResult
  func begin(_ response: Response) -> Begun {
    guard let context, context.channel.isActive else { return .refused }
    switch phase {
    case .responding, .lingering: return .refused
    case .waiting, .receiving, .running: break
    }
    phase = .responding
    expect(within: limits.wallClock)
    if reader.isReceiving || isQuiescing { framing.keepsAlive = false }
    var buffer = context.channel.allocator.buffer(capacity: 1024)
    let isWhole = framing.writeHead(of: response, date: date.value(), to: &buffer)
    guard isWhole else {
      context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
      return .streaming
    }
    unsent = buffer
    return .whole
  }

  /// Writes a chunk of a streamed body; the future succeeds when there is room for another.
  func write(_ chunk: ByteBuffer) -> EventLoopFuture<Void>? {
    guard let context, context.channel.isActive, case .responding = phase else { return nil }
    if let framed = framing.frame(chunk) { context.writeAndFlush(wrapOutboundOut(framed), promise: nil) }
    guard !context.channel.isWritable else { return context.eventLoop.makeSucceededVoidFuture() }
    let promise = context.eventLoop.makePromise(of: Void.self)
    writers.append(promise)
    return promise.futureResult
  }

  /// The response is whole: once it has gone out, the next request may come.
  ///
  /// - Returns: when it has gone out; fails if the client left before.
  @discardableResult
  func end() -> EventLoopFuture<Void>? {
    guard let context, case .responding = phase, !isEnding else { return nil }
    isEnding = true
    task = nil
    fate = nil
    abandonBody()
    let last = unsent ?? framing.lastChunk ?? ByteBuffer()
    unsent = nil
    let isOut = context.eventLoop.makePromise(of: Void.self)
    context.writeAndFlush(wrapOutboundOut(last), promise: isOut)
    isOut.futureResult.assumeIsolated().whenComplete { _ in self.finish() }
    return isOut.futureResult
  }

  private func finish() {
    isEnding = false
    exchangeEnds = .distantFuture
    guard let context, context.channel.isActive else { return }
    holdsReads = false
    if framing.keepsAlive, !isQuiescing {
      phase = .waiting(isFirst: false)
      expect(within: limits.keepAliveTimeout)
      goOn()
    } else if reader.isReceiving || !ahead.isEmpty {
      // Closing with unread bytes would reset the connection and take the response from the client.
      phase = .lingering
      ahead.removeAll()
      reader.ignoreTheRest()
      expect(within: 2)
      context.close(mode: .output, promise: nil)
      resumeReads()
    } else {
      context.close(promise: nil)
    }
  }

  /// Takes what the client sent ahead, as far as it makes one request; a loop, since an answer may come at once.
  private func goOn() {
    guard !isTakingAhead else { return }
    isTakingAhead = true
    defer { isTakingAhead = false }
    while !isBusyWithOne, let part = ahead.popFirst() { take(part) }
    guard ahead.isEmpty else {
      holdsReads = true
      return
    }
    if !isBusyWithOne, let refusal = refusalAhead {
      refuse(refusal)
    } else if pipe == nil {
      resumeReads()
    }
  }

  private var isBusyWithOne: Bool {
    switch phase {
    case .waiting, .receiving, .lingering: false
    case .running, .responding: !reader.isReceiving
    }
  }

  /// The response cannot become whole: the client must see that it is not.
  func breakOff() {
    fate?.decide(.failed)
    context?.close(promise: nil)
  }

  // MARK: Time

  private func expect(within seconds: Double) {
    if let instant = timer.expect(within: seconds, notAfter: exchangeEnds) { setTimer(to: instant) }
  }

  private func setTimer(to instant: NIODeadline) {
    scheduled?.cancel()
    scheduled = context?.eventLoop.assumeIsolated().scheduleTask(deadline: instant) { [weak self] in
      guard let self else { return }
      if let later = timer.fired() { setTimer(to: later) } else { timeIsUp() }
    }
  }

  private func timeIsUp() {
    guard let context else { return }
    switch phase {
    case .waiting(isFirst: true): refuse(.requestTimeout("headers"))
    case .waiting(isFirst: false), .lingering, .responding: context.close(promise: nil)
    case .receiving: refuse(.requestTimeout("body"))
    case .running where NIODeadline.now() >= exchangeEnds: replaceAnswer(by: .idleTimeout(seconds: limits.wallClock))
    case .running where pipe != nil && !holdsReads: refuse(.requestTimeout("body"))
    case .running: replaceAnswer(by: .idleTimeout(seconds: limits.idleTimeout))
    }
  }
}
