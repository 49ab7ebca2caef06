import Logging
import Loop

/// One connection for pushes: it drives TLS and HTTP/2 over a socket, and sends the replies and faults of the
/// simulation.
final class ClientConnection: ServerConnection {
  /// Bytes that begin with a frame of an invalid type and length.
  private static let garbage = [UInt8](repeating: 0xFF, count: 128)
  /// Apple's GOAWAY carries a JSON object with the reason for which the connection ends.
  private static let goAwayData = Answer.errorBody(reason: "Shutdown", timestamp: nil)

  private let socket: ConnectedSocket
  private let tls: TLSSession
  private let http: HTTP2Session
  private let simulation: SharedSimulation
  private let inspector: Inspector
  private let logger: Logger
  private let beginning: Fault?
  private var connection: Simulation.Connection
  private var streams = PushStreams()
  private var hasBegun = false
  private var hasEnded = false
  private var waiting: [Int32: ContinuousClock.Instant] = [:]
  private(set) var due: ContinuousClock.Instant?

  /// - Parameter beginning: the fault that is played at the start of the connection.
  init?(
    _ connection: Simulation.Connection, beginning: Fault?, socket: ConnectedSocket, tls: TLSContext,
    simulation: SharedSimulation, logger: Logger
  ) {
    let maximumStreams =
      if case .settings(let streams) = beginning { streams } else { Simulation.firstStreams }
    guard let session = tls.makeSession(), let http = HTTP2Session(maximumStreams: maximumStreams) else { return nil }
    self.connection = connection
    self.beginning = beginning
    self.socket = socket
    self.tls = session
    self.http = http
    self.simulation = simulation
    self.logger = logger
    inspector = Inspector(simulation: simulation)
  }

  deinit { simulation.withLock { $0.close() } }

  var isOpen: Bool { socket.isOpen }

  func close() {
    forget()
    tls.endOutput()
    socket.write(tls.takeOutput())
    socket.close()
  }

  private func forget() {
    streams.end()
    waiting = [:]
    due = nil
  }

  // MARK: Input

  func isReady(_ events: DescriptorEvents, buffer: UnsafeMutableRawBufferPointer) {
    if events.contains(.output) { socket.flush() }
    guard !socket.isFull || !events.isDisjoint(with: .broken) else { return }
    switch unsafe socket.read(into: buffer) {
    case .nothing: break
    case .end: close()
    case .bytes(let count):
      guard !streams.isOver, !isMute else { return }
      unsafe tls.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      if hasBegun || continueHandshake() { unsafe decrypt(into: buffer) }
      if isOpen { send() }
    }
  }

  /// Whether the connection does not answer the handshake either.
  private var isMute: Bool { beginning == .silence }

  /// Continues the TLS handshake, and returns whether it is complete.
  private func continueHandshake() -> Bool {
    switch tls.handshake() {
    case .bytes:
      hasBegun = true
      // A fault at the start of the connection is played inside TLS, after the SETTINGS.
      if let beginning { perform(streams.begin(with: beginning)) }
      return true
    case .nothing: break
    case .end: close()
    case .failed(let error): fail("\(error)")
    }
    return false
  }

  private func decrypt(into buffer: UnsafeMutableRawBufferPointer) {
    while isOpen, !streams.isOver {
      switch unsafe tls.read(into: buffer) {
      case .bytes(let count):
        for event in unsafe http.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
          if case .reset(let stream) = event {
            simulation.withLock { $0.countResets(1) }
            waiting[stream] = nil
          }
          perform(streams.take(event))
        }
        if http.hasFailed { return }
      case .nothing: return
      case .end:
        send()
        return close()
      case .failed(let error): return fail("\(error)")
      }
    }
  }

  private func fail(_ reason: String) {
    logger.debug("Connection error", metadata: ["connection": "\(connection.number)", "error": "\(reason)"])
    close()
  }

  func lookAtClock(_ now: ContinuousClock.Instant) {
    guard let next = due, next <= now else { return }
    for (stream, _) in waiting.filter({ $0.value <= now }).sorted(by: { $0.value < $1.value }) {
      waiting[stream] = nil
      perform(streams.delayEnded(stream))
    }
    due = waiting.values.min()
    send()
  }

  // MARK: Output

  private func perform(_ actions: [PushStreams.Action]) {
    for action in actions {
      switch action {
      case .validate(let request, let stream): perform(reply(to: request, on: stream))
      case .limitStreams(let streams): http.limitStreams(to: streams)
      case .respond(let answer, let stream): http.respond(answer.fields, body: answer.body, on: stream)
      case .wait(let milliseconds, let stream):
        let time = ContinuousClock.now + .milliseconds(milliseconds)
        waiting[stream] = time
        due = due.map { min($0, time) } ?? time
      case .refuseRest(let stream):
        encrypt()
        http.reset(stream, nil)
      case .reset(let code, let stream): http.reset(stream, code)
      case .goAway(let last): http.goAway(last: last, debugData: Self.goAwayData)
      case .close: end()
      case .disconnect: socket.reset()
      case .garbage:
        encrypt()
        hasEnded = true
        forget()
        tls.write(Self.garbage)
      }
    }
  }

  private func reply(to request: ReceivedPush, on stream: Int32) -> [PushStreams.Action] {
    guard Inspector.isMine(request.path) else {
      return streams.reply(simulation.take(request, on: &connection), to: stream)
    }
    let answer = inspector.answer(method: request.method, target: request.path, body: request.body)
    return [.respond(answer, stream: stream)]
  }

  /// Sends the pending output, and ends a connection that has no more requests to answer after its GOAWAY.
  private func send() {
    encrypt()
    if http.hasFailed, !hasEnded { return fail("the client broke a rule of HTTP/2") }
    if streams.isDrained, !http.hasUnsentAnswers { end() }
    socket.write(tls.takeOutput())
  }

  private func encrypt() { if hasBegun, !hasEnded { tls.write(http.output()) } }

  /// Ends the output with close_notify and FIN after the queued bytes. The client closes afterwards.
  private func end() {
    encrypt()
    hasEnded = true
    forget()
    tls.endOutput()
    socket.write(tls.takeOutput())
    socket.endOutput()
  }
}
