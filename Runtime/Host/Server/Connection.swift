import Edge
import Loop
import NIOCore

/// One connection: bytes of requests in, one task per request, bytes of responses out.
///
/// Requests are answered in their order; what a client sends ahead waits here, and then in its socket. Everything runs on the
/// connection's loop: tasks reach it by a ``ConnectionLink``.
final class Connection: @unchecked Sendable {
  enum Phase {
    /// Waiting for a request; `isFirst` until one has come.
    case waiting(isFirst: Bool)
    case receiving
    case running
    case responding
    /// The last response is out: what still comes is thrown away until the client closes.
    case lingering
  }

  let dispatcher: Dispatcher
  let limits: Limits
  let date: DateHeader
  let socket: ClientSocket
  private let loop: Reactor
  let peer: String?
  /// Who keeps the connections of this loop.
  private unowned let table: ConnectionTable
  private var parser: RequestParser
  private(set) var reader = RequestReader()
  var phase = Phase.waiting(isFirst: true)
  private var task: Task<Void, Never>?
  private var pipe: BodyPipe?
  /// What has come and was not read: the beginning of a line, or what a client sent ahead.
  private var unread: [UInt8] = []
  private var isReading = false
  /// Whether whoever reads the body has enough for now.
  private var holdsBody = false
  var framing = ResponseFraming()
  /// What became of the exchange in hand, if its own answer was not what the client got.
  private(set) var fate: ExchangeFate?
  /// When the exchange in hand has used up its time.
  private var exchangeEnds = NIODeadline.distantFuture
  var expectsContinue = false
  private(set) var isQuiescing = false
  /// A whole response that waits for ``end(whenOut:)``, so that it goes out in one write.
  var unsent: ByteBuffer?
  var isEnding = false
  /// Streamed writes that wait for the client.
  var writers: [@Sendable (_ hasRoom: Bool) -> Void] = []
  private var timer = ConnectionTimer()
  /// When ``lookAtClock(_:)`` is to be called.
  private(set) var deadline = NIODeadline.distantFuture

  /// Takes a connected socket.
  ///
  /// - Parameters:
  ///   - peer: The client's address; nil on the host's own Unix socket.
  ///   - table: Outlives it, and its exchanges.
  init(_ socket: ClientSocket, of table: ConnectionTable, peer: String?, dispatcher: Dispatcher, date: DateHeader) {
    self.socket = socket
    self.table = table
    self.peer = peer
    self.dispatcher = dispatcher
    self.date = date
    loop = table.loop
    limits = dispatcher.configuration.limits
    parser = RequestParser(limits: limits)
  }

  /// Begins to wait for a request; the first one, or another.
  func open(isNew: Bool) {
    phase = .waiting(isFirst: isNew)
    expect(within: isNew ? limits.headerTimeout : limits.keepAliveTimeout)
  }

  /// Gives its descriptor to whoever goes on with it, if it waits for another request of which nothing has come.
  ///
  /// - Returns: nil if it does not; otherwise it is as good as closed.
  func release() -> CInt? {
    guard case .waiting(isFirst: false) = phase, unread.isEmpty, parser.isBetweenRequests, !isQuiescing else {
      return nil
    }
    return socket.release()
  }

  /// Something happened to the socket.
  func socketIsReady(_ events: Reactor.Events, _ buffer: UnsafeMutableRawBufferPointer) {
    if events.contains(.output), !socket.flush() { return close() }
    resumeWriters()
    guard socket.isOpen else { return }
    let isOver = events.contains(.endOfInput) || !events.isDisjoint(with: .broken)
    // Whoever leaves while nobody reads is not waited for.
    if isOver, !socket.wantsInput { return close() }
    guard socket.wantsInput, isOver || events.contains(.input) else { return }
    switch unsafe socket.read(into: buffer) {
    case .bytes(let count):
      unsafe received(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    case .nothing: break
    case .end: close()
    }
  }

  /// Finishes what is in hand, and closes then.
  func quiesce() {
    isQuiescing = true
    if case .waiting = phase { close() }
  }

  /// The connection is over: whoever works for it is told.
  func close() {
    guard socket.isOpen else { return }
    socket.close()
    fate?.decide(.clientLeft)
    task?.cancel()
    task = nil
    abandonBody()
    unread = []
    let waiting = writers
    writers = []
    for writer in waiting { writer(false) }
    table.remove(self)
  }

  // MARK: Request

  private func received(_ bytes: UnsafeRawBufferPointer) {
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
  private func readOn() {
    guard !isReading else { return }
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
    do throws(HostError) {
      while wantsParts, let part = try parser.next(bytes, &position) { take(part) }
    } catch {
      refuse(error)
      return bytes.count
    }
    if case .lingering = phase { return bytes.count }
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

  private func watchInput() {
    if case .lingering = phase { return socket.watch(input: true) }
    // A client that sends nothing ahead costs no system call.
    socket.watch(input: wantsParts || (unread.isEmpty && !holdsBody))
  }

  private func take(_ part: RequestParser.Part) {
    if case .head(let start) = part {
      phase = .receiving
      framing = ResponseFraming(request: start)
      expectsContinue = start.expectsContinue
      expect(within: limits.bodyTimeout)
    }
    switch reader.take(part, peer: peer) {
    case .nothing:
      if expectsContinue, reader.isCollecting { sendContinue() }
    case .start(let head, let body):
      run(head, RequestBody(body))
    case .startStreaming(let head):
      let link = link
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

  private var link: ConnectionLink { ConnectionLink(self, fate, on: loop) }

  private func run(_ head: RequestHead, _ body: RequestBody) {
    phase = .running
    let now = NIODeadline.now()
    exchangeEnds = now + .nanoseconds(Int64(limits.wallClock * 1e9))
    expect(within: limits.idleTimeout, at: now)
    let started = (instant: ContinuousClock.now, date: dispatcher.clock.now)
    let fate = ExchangeFate(id: InvocationID(at: started.date))
    self.fate = fate
    table.exchangeBegins()
    let arrival = dispatcher.arrival(of: head)
    let exchange = PendingExchange(
      arrival: arrival, body: body, started: started, fate: fate, dispatcher: dispatcher, link: link, table: table)
    // The host's own answers come at once, whatever the functions keep.
    task =
      arrival.runsFunction
      ? Task(executorPreference: loop) { await exchange.run() }
      : Task.immediate(executorPreference: loop) { await exchange.run() }
  }

  private func refuse(_ error: HostError) {
    reader.ignoreTheRest()
    switch phase {
    case .lingering: break
    case .responding: abandonBody()
    case .waiting, .receiving, .running: replaceAnswer(by: error)
    }
  }

  /// Answers in place of the exchange in hand, which is cancelled.
  private func replaceAnswer(by error: HostError) {
    fate?.decide(.replaced(status: error.status.code))
    task?.cancel()
    abandonBody()
    framing.keepsAlive = false
    let (answer, fields) = dispatcher.refusal(error, id: fate?.id)
    begin(answer, fields)
    end()
  }

  private func abandonBody() {
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

  // MARK: Response

  /// The response has gone out.
  func responseIsOut() {
    isEnding = false
    exchangeEnds = .distantFuture
    guard socket.isOpen else { return }
    if framing.keepsAlive, !isQuiescing {
      phase = .waiting(isFirst: false)
      framing = ResponseFraming()
      expect(within: limits.keepAliveTimeout)
      readOn()
    } else if reader.isReceiving || !unread.isEmpty {
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
    fate = nil
    abandonBody()
  }

  /// The response cannot become whole: the client must see that it is not.
  func breakOff() {
    fate?.decide(.failed)
    close()
  }

  // MARK: Time

  func expect(within seconds: Double, at now: NIODeadline = .now()) {
    if let instant = timer.expect(within: seconds, notAfter: exchangeEnds, now: now) { setDeadline(instant) }
  }

  private func setDeadline(_ instant: NIODeadline) {
    deadline = instant
    table.expect(instant)
  }

  /// The deadline has come.
  func lookAtClock(_ now: NIODeadline) {
    deadline = .distantFuture
    if let later = timer.fired(now: now) { setDeadline(later) } else { timeIsUp(now) }
  }

  private func timeIsUp(_ now: NIODeadline) {
    switch phase {
    case .waiting(isFirst: true): refuse(.requestTimeout("headers"))
    case .waiting(isFirst: false), .lingering, .responding: close()
    case .receiving: refuse(.requestTimeout("body"))
    case .running where now >= exchangeEnds: replaceAnswer(by: .idleTimeout(seconds: limits.wallClock))
    case .running where pipe != nil && !holdsBody: refuse(.requestTimeout("body"))
    case .running: replaceAnswer(by: .idleTimeout(seconds: limits.idleTimeout))
    }
  }
}
