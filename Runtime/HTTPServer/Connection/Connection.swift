import Loop
import NIOCore

/// A client's connection. `@unchecked`: the own work of the connection's loop alone touches it, which debug builds check.
///
/// Bytes of requests come in, tasks answer the requests one after the other, and bytes of responses go out. What a client sends
/// ahead waits here, and then in its socket. Tasks reach the connection by a ``ConnectionLink``.
final class Connection: @unchecked Sendable {
  enum Phase {
    /// Waiting for a request's head; `isFirst` until one has come.
    case waiting(isFirst: Bool)
    case running
    case responding
    /// The last response is out: what still comes is thrown away until the client closes.
    case lingering
  }

  let setup: ConnectionSetup
  let limits: ServerLimits
  let loopIndex: Int
  let socket: ClientSocket
  let loop: Reactor
  let peer: String?
  /// Whether its request is refused, since there are more connections than the host takes.
  let isAboveLimit: Bool
  unowned let owner: any ConnectionOwner
  var parser: RequestParser
  var reader = RequestReader()
  var phase = Phase.waiting(isFirst: true)
  var task: Task<Void, Never>?
  var pipe: BodyPipe?
  /// What has come and was not read: the beginning of a line, or what a client sent ahead.
  var unread: [UInt8] = []
  var isReading = false
  /// Whether no more of the body is read from the socket for now.
  var holdsBody = false
  var framing = ResponseFraming()
  /// The exchange in hand, until its answer is whole.
  var exchange: Exchange?
  /// How many exchanges have begun.
  var exchanges = 0
  /// When the exchange in hand has used up its time.
  var exchangeEnds = NIODeadline.distantFuture
  var expectsContinue = false
  /// Whether the client has ended its output: it has left, or waits for its responses.
  var clientHasEnded = false
  /// When a client that may have left is asked whether it is there.
  private var probe = NIODeadline.distantFuture
  var isQuiescing = false
  /// A whole response that waits for ``end(whenOut:)``, so that it goes out in one write.
  var unsent: ResponseBytes?
  var isEnding = false
  /// Streamed writes that wait for the client.
  var writers: [@Sendable (_ hasRoom: Bool) -> Void] = []
  private var timer = ConnectionTimer()
  /// When ``lookAtClock(_:)`` must be called.
  private(set) var deadline = NIODeadline.distantFuture

  /// Takes a connected socket.
  ///
  /// - Parameters:
  ///   - peer: The client's address; nil on the host's own Unix socket.
  ///   - isAboveLimit: Whether its request is refused.
  ///   - owner: Outlives it, and its exchanges.
  init(
    _ socket: ClientSocket, of owner: any ConnectionOwner, peer: String?, isAboveLimit: Bool, loopIndex: Int,
    _ setup: ConnectionSetup
  ) {
    self.socket = socket
    self.owner = owner
    self.peer = peer
    self.isAboveLimit = isAboveLimit
    self.loopIndex = loopIndex
    self.setup = setup
    loop = owner.loop
    limits = setup.limits
    parser = RequestParser(limits: limits)
  }

  /// Begins to wait for a request; the first one, or another.
  func open(isNew: Bool) {
    loop.assertIsCurrent()
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
    loop.assertIsCurrent()
    if events.contains(.output), !socket.flush() { return close() }
    resumeWriters()
    guard socket.isOpen else { return }
    // Neither side sends any more, or the client has reset the connection.
    let isBroken = !events.isDisjoint(with: .broken)
    guard socket.wantsInput else {
      if isBroken { close() } else if events.contains(.endOfInput) { clientMayHaveLeft() }
      return
    }
    guard isBroken || !events.isDisjoint(with: [.input, .endOfInput]) else { return }
    switch unsafe socket.read(into: buffer) {
    case .bytes(let count): unsafe received(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    case .end where !isBroken: inputHasEnded()
    case .nothing where !isBroken: break
    case .nothing, .end, .gone: close()
    }
  }

  /// Finishes the request in hand, and closes then.
  ///
  /// A request that is on its way is in hand too: one whose first bytes are here, and the first one of a client that has just connected.
  func quiesce() {
    loop.assertIsCurrent()
    guard !isQuiescing else { return }
    isQuiescing = true
    guard case .waiting(let isFirst) = phase else { return }
    if isFirst || !unread.isEmpty || !parser.isBetweenRequests || socket.hasInput {
      expect(within: min(limits.headerTimeout, limits.lastRequestTimeout))
    } else {
      close()
    }
  }

  /// Ends the connection, and what works for it.
  func close() {
    loop.assertIsCurrent()
    guard socket.isOpen else { return }
    socket.close()
    exchange?.decide(.clientLeft)
    // It holds the connection.
    exchange = nil
    task?.cancel()
    task = nil
    abandonBody()
    unread = []
    let waiting = writers
    writers = []
    for writer in waiting { writer(false) }
    owner.remove(socket.number)
  }

  // MARK: Time

  func expect(within seconds: Double, at now: NIODeadline = .now()) {
    if let instant = timer.expect(within: seconds, notAfter: exchangeEnds, now: now) { setDeadline(instant) }
  }

  private func setDeadline(_ instant: NIODeadline) {
    deadline = min(instant, probe)
    owner.expect(deadline)
  }

  /// Has ``askClient()`` called after a while, if the request is not answered by then.
  func expectProbe() {
    probe = .now() + .nanoseconds(Int64(limits.halfCloseProbe * 1e9))
    setDeadline(min(deadline, probe))
  }

  /// The deadline has come.
  func lookAtClock(_ now: NIODeadline) {
    loop.assertIsCurrent()
    deadline = .distantFuture
    if probe <= now {
      probe = .distantFuture
      askClient()
      guard socket.isOpen else { return }
    }
    if let later = timer.fired(now: now) { setDeadline(later) } else { timeIsUp(now) }
  }

  private func timeIsUp(_ now: NIODeadline) {
    switch phase {
    case .waiting where isQuiescing: close()
    case .waiting(isFirst: true): refuse(.slowHead)
    case .waiting(isFirst: false), .lingering, .responding: close()
    case .running where now >= exchangeEnds: replaceResponse(by: .wallClock)
    case .running where pipe != nil && !holdsBody: refuse(.slowBody)
    case .running: replaceResponse(by: .idle)
    }
  }
}
