/// The state machine of one connection's streams, from request to answer or fault. It does no I/O and reads no clock.
struct PushStreams {
  /// An action for the connection.
  enum Action: Sendable {
    /// Get the simulation's reply to a complete request, and pass it to ``reply(_:to:)``.
    case validate(ReceivedPush, stream: Int32)
    case limitStreams(to: Int)
    case respond(Answer, stream: Int32)
    /// Call ``delayEnded(_:)`` after a number of milliseconds.
    case wait(milliseconds: Int, stream: Int32)
    /// Send the queued bytes, and then RST_STREAM without an error, because the rest of the request is not needed.
    case refuseRest(stream: Int32)
    case reset(Fault.ResetCode, stream: Int32)
    case goAway(last: Int32)
    case close
    case disconnect
    case garbage
  }

  private enum Phase {
    case open
    /// GOAWAY was sent: requests up to `last` are answered, later ones are ignored.
    case draining(last: Int32)
    /// The connection has ended: further input is discarded.
    case over
  }

  /// The limit of a body: above any valid request, and below a stream's window, which is never widened.
  private static let bodyLimit = 60_000

  private var phase = Phase.open
  private var arriving: [Int32: ReceivedPush] = [:]
  private var delayed: [Int32: Answer] = [:]
  private var newest: Int32 = 0

  var isOver: Bool { if case .over = phase { true } else { false } }

  /// Whether GOAWAY was sent and all requests before it are answered.
  var isDrained: Bool { if case .draining = phase { arriving.isEmpty && delayed.isEmpty } else { false } }

  /// Plays a fault at the start of the connection.
  mutating func begin(with fault: Fault) -> [Action] { breakOff(fault, at: 0) }

  mutating func take(_ event: HTTP2Event) -> [Action] {
    switch event {
    case .request(let fields, let stream):
      guard isServed(stream) else { return [] }
      newest = max(newest, stream)
      arriving[stream] = ReceivedPush(fields)
    case .data(let bytes, let stream):
      // Removed from the dictionary while it grows, so that its bytes are not copied.
      guard var request = arriving.removeValue(forKey: stream) else { return [] }
      request.body += bytes
      guard request.body.count > Self.bodyLimit else {
        arriving[stream] = request
        return []
      }
      return [.validate(request, stream: stream), .refuseRest(stream: stream)]
    case .end(let stream):
      return arriving.removeValue(forKey: stream).map { [.validate($0, stream: stream)] } ?? []
    case .reset(let stream):
      arriving[stream] = nil
      delayed[stream] = nil
    }
    return []
  }

  private func isServed(_ stream: Int32) -> Bool {
    switch phase {
    case .open: true
    case .draining(let last): stream <= last
    case .over: false
    }
  }

  mutating func reply(_ reply: Simulation.Reply, to stream: Int32) -> [Action] {
    var actions: [Action] = reply.maxConcurrentStreams.map { [.limitStreams(to: $0)] } ?? []
    switch (reply.fault, reply.answer) {
    case (.slow(let milliseconds), let answer?):
      delayed[stream] = answer
      actions.append(.wait(milliseconds: milliseconds, stream: stream))
    case (.goAway(.none), let answer):
      actions += goAway(last: newest)
      if let answer { actions.append(.respond(answer, stream: stream)) }
    case (let fault?, nil): actions += breakOff(fault, at: stream)
    case (_, let answer?): actions.append(.respond(answer, stream: stream))
    default: break
    }
    return actions
  }

  mutating func delayEnded(_ stream: Int32) -> [Action] {
    delayed.removeValue(forKey: stream).map { [.respond($0, stream: stream)] } ?? []
  }

  /// Ends the connection. Further input is discarded.
  mutating func end() {
    phase = .over
    arriving = [:]
    delayed = [:]
  }

  private mutating func breakOff(_ fault: Fault, at stream: Int32) -> [Action] {
    switch fault {
    case .reset(let code): return [.reset(code, stream: stream)]
    case .goAway: return goAway(last: max(0, stream - 2))
    case .close:
      end()
      return [.close]
    case .disconnect:
      end()
      return [.disconnect]
    case .garbage:
      end()
      return [.garbage]
    case .answer, .slow, .silence, .settings: return []
    }
  }

  private mutating func goAway(last: Int32) -> [Action] {
    phase = .draining(last: last)
    arriving = arriving.filter { $0.key <= last }
    delayed = delayed.filter { $0.key <= last }
    return [.goAway(last: last)]
  }
}
