import Edge
import HTTPTypes
import NIOCore
import NIOHTTP1

/// One connection: parts in, one task per request, responses out.
final class ConnectionHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = HTTPServerResponsePart

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
  private var holdsReads = false
  private var wantedRead = false
  private var keepsAlive = true
  private var isHead = false
  private var expectsContinue = false
  private var isQuiescing = false
  /// Streamed writes that wait for the client.
  private var writers: [EventLoopPromise<Void>] = []
  private var timer: Scheduled<Void>?
  private var timerAt = NIODeadline.distantFuture
  private var due = NIODeadline.distantFuture
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

  func channelInactive(context: ChannelHandlerContext) {
    abandon()
    context.fireChannelInactive()
  }

  /// The client is gone: whoever works for it is told.
  private func abandon() {
    timer?.cancel()
    timer = nil
    task?.cancel()
    task = nil
    pipe?.fail(CancellationError())
    pipe = nil
    let waiting = writers
    writers = []
    for writer in waiting { writer.fail(CancellationError()) }
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
    case HTTPParserError.headerOverflow: refuse(.headersTooLarge(limits), context)
    case is HTTPParserError: refuse(.badRequest("The request is no HTTP/1.1"), context)
    default: context.close(promise: nil)
    }
  }

  // MARK: Request

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      if case .lingering = phase { return }
      phase = .receiving
      keepsAlive = head.isKeepAlive && !isQuiescing
      isHead = head.method == .HEAD
      expectsContinue = head.headers.first(name: "expect")?.lowercased() == "100-continue"
      expect(within: limits.bodyTimeout)
      perform(reader.head(head, peer: peer), context)
      if expectsContinue, reader.isCollecting { sendContinue(context) }
    case .body(let chunk):
      if pipe != nil { expect(within: limits.bodyTimeout) }
      perform(reader.body(chunk), context)
    case .end:
      perform(reader.end(), context)
    }
  }

  private func perform(_ action: RequestReader.Action, _ context: ChannelHandlerContext) {
    switch action {
    case .nothing: break
    case .start(let head, let body):
      run(head, RequestBody(body), context)
    case .startStreaming(let head):
      let link = ConnectionLink(self, context)
      let pipe = BodyPipe { link.run { $0.resumeReads() } }
      self.pipe = pipe
      holdsReads = true
      run(head, RequestBody { try await pipe.next() }, context)
    case .chunk(let chunk):
      if pipe?.push(chunk) == false { holdsReads = true }
    case .finishBody:
      pipe?.finish()
      pipe = nil
      if case .running = phase { expect(within: limits.idleTimeout) }
    case .refuse(let error):
      refuse(error, context)
    }
  }

  private func run(_ head: RequestHead, _ body: RequestBody, _ context: ChannelHandlerContext) {
    phase = .running
    expect(within: pipe == nil ? limits.idleTimeout : limits.bodyTimeout)
    let link = ConnectionLink(self, context)
    let started = ContinuousClock.now
    task = Task { [dispatcher] in
      let exchange = await dispatcher.respond(to: head, body: body, startedAt: started)
      exchange.finished(await link.send(exchange.response))
    }
  }

  private func refuse(_ error: HostError, _ context: ChannelHandlerContext) {
    switch phase {
    case .responding, .lingering:
      context.close(promise: nil)
    case .waiting, .receiving, .running:
      task?.cancel()
      pipe?.fail(CancellationError())
      pipe = nil
      keepsAlive = false
      reader.ignoreTheRest()
      var response = error.response
      CORS.open(&response.headers)
      response.headers[.requestID] = InvocationID(at: dispatcher.clock.now).description
      response.headers[.servedBy] = dispatcher.status.servedBy
      begin(response)
      end()
    }
  }

  /// What the client waits for before it sends a body (RFC 9110, section 10.1.1).
  private func sendContinue(_ context: ChannelHandlerContext) {
    expectsContinue = false
    context.writeAndFlush(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
  }

  // MARK: Back-pressure

  func read(context: ChannelHandlerContext) {
    if holdsReads, pipe != nil {
      wantedRead = true
    } else {
      context.read()
    }
  }

  private func resumeReads() {
    guard let context else { return }
    if expectsContinue { sendContinue(context) }
    holdsReads = false
    guard wantedRead else { return }
    wantedRead = false
    context.read()
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

  /// Writes the head; and the body, if it is there.
  ///
  /// - Returns: false if the client has its answer already or is gone.
  @discardableResult
  func begin(_ response: Response) -> Bool {
    guard let context, context.channel.isActive else { return false }
    switch phase {
    case .responding, .lingering: return false
    case .waiting, .receiving, .running: break
    }
    phase = .responding
    expect(within: limits.wallClock)
    if reader.isReceiving { keepsAlive = false }
    let head = ResponseHead.make(response, keepsAlive: keepsAlive, date: date.value(), hasBody: !isHead)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if case .bytes(let bytes) = response.body.content, !isHead, bytes.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
    } else if case .stream = response.body.content {
      context.flush()
    }
    return true
  }

  /// Writes a chunk of a streamed body; the future succeeds when there is room for another.
  func write(_ chunk: ByteBuffer) -> EventLoopFuture<Void>? {
    guard let context, context.channel.isActive, case .responding = phase else { return nil }
    if !isHead, chunk.readableBytes > 0 {
      context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(chunk))), promise: nil)
    }
    guard !context.channel.isWritable else { return context.eventLoop.makeSucceededVoidFuture() }
    let promise = context.eventLoop.makePromise(of: Void.self)
    writers.append(promise)
    return promise.futureResult
  }

  /// The response is whole: the next request may come.
  func end() {
    guard let context, case .responding = phase else { return }
    task = nil
    pipe?.fail(CancellationError())
    pipe = nil
    holdsReads = false
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if keepsAlive, !isQuiescing {
      phase = .waiting(isFirst: false)
      expect(within: limits.keepAliveTimeout)
      if wantedRead { resumeReads() }
    } else if reader.isReceiving {
      // Closing with unread bytes would reset the connection and take the response from the client.
      phase = .lingering
      reader.ignoreTheRest()
      expect(within: 2)
      context.close(mode: .output, promise: nil)
      wantedRead = false
      context.read()
    } else {
      context.close(promise: nil)
    }
  }

  /// The response cannot become whole: the client must see that it is not.
  func breakOff() { context?.close(promise: nil) }

  // MARK: Time

  /// One timer per connection, moved only when it would come too late.
  private func expect(within seconds: Double) {
    guard let context else { return }
    due = .now() + .nanoseconds(Int64(seconds * 1e9))
    if timer == nil || due < timerAt { arm(context) }
  }

  private func arm(_ context: ChannelHandlerContext) {
    timer?.cancel()
    timerAt = due
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { self.timeIsUp() }
  }

  private func timeIsUp() {
    timer = nil
    guard let context else { return }
    guard NIODeadline.now() >= due else { return arm(context) }
    switch phase {
    case .waiting(isFirst: true): refuse(.requestTimeout("headers"), context)
    case .waiting(isFirst: false), .lingering, .responding: context.close(promise: nil)
    case .receiving: refuse(.requestTimeout("body"), context)
    case .running where pipe != nil: refuse(.requestTimeout("body"), context)
    case .running: refuse(.idleTimeout(seconds: limits.idleTimeout), context)
    }
  }
}
