/// The streams of one connection for pushes, from request to answer, faults included: a state machine that does no I/O
/// and reads no clock.
struct PushStreams {
  /// What the connection is to do, in this order.
  enum Action: Sendable {
    /// Finds the reply of a complete request, to be given to ``reply(_:to:)``.
    case judge(PushRequest, stream: Int32)
    case limitStreams(to: Int)
    case respond(Answer, stream: Int32)
    /// Calls ``isDue(_:)`` after so many milliseconds.
    case wait(milliseconds: Int, stream: Int32)
    /// Sends what is queued, and then RST_STREAM without an error: the rest of the request is not wanted.
    case refuseRest(stream: Int32)
    case reset(Fault.ResetCode, stream: Int32)
    case goAway(last: Int32)
    case close
    case disconnect
    case garbage
  }

  private enum Phase {
    case open
    /// GOAWAY is sent: requests up to `last` are finished, later ones are ignored.
    case draining(last: Int32)
    /// A fault ended the connection: what comes is thrown away.
    case over
  }

  /// More than any valid request, and less than a stream's window, which is never widened.
  private static let bodyLimit = 60_000

  private var phase = Phase.open
  /// Requests that have not come whole.
  private var arriving: [Int32: PushRequest] = [:]
  /// Answers that come later.
  private var delayed: [Int32: Answer] = [:]
  private var newest: Int32 = 0

  /// Whether a fault ended the connection.
  var isOver: Bool { if case .over = phase { true } else { false } }

  /// Whether GOAWAY is sent, and nothing that it leaves open is to be answered any more.
  var isDrained: Bool { if case .draining = phase { arriving.isEmpty && delayed.isEmpty } else { false } }

  /// A connection begins with a fault.
  mutating func begin(with fault: Fault) -> [Action] { breakOff(fault, at: 0) }

  /// The client did something.
  mutating func take(_ event: HTTP2Event) -> [Action] {
    switch event {
    case .request(let fields, let stream):
      guard isServed(stream) else { return [] }
      newest = max(newest, stream)
      arriving[stream] = PushRequest(fields)
    case .data(let bytes, let stream):
      // Taken out of the table while it grows, so that its bytes are not copied.
      guard var request = arriving.removeValue(forKey: stream) else { return [] }
      request.body += bytes
      guard request.body.count > Self.bodyLimit else {
        arriving[stream] = request
        return []
      }
      return [.judge(request, stream: stream), .refuseRest(stream: stream)]
    case .end(let stream):
      return arriving.removeValue(forKey: stream).map { [.judge($0, stream: stream)] } ?? []
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

  /// A request was judged.
  mutating func reply(_ reply: Simulation.Reply, to stream: Int32) -> [Action] {
    var actions: [Action] = reply.maxConcurrentStreams.map { [.limitStreams(to: $0)] } ?? []
    switch (reply.fault, reply.answer) {
    case (.slow(let milliseconds), let answer?):
      delayed[stream] = answer
      actions.append(.wait(milliseconds: milliseconds, stream: stream))
    case (.goAway(.none), let answer):
      actions += goAway(last: newest)
      if let answer { actions.append(.respond(answer, stream: stream)) }
    case (let fault?, nil) where !fault.serves: actions += breakOff(fault, at: stream)
    case (_, let answer?): actions.append(.respond(answer, stream: stream))
    default: break
    }
    return actions
  }

  /// The time of an answer that was to wait has come.
  mutating func isDue(_ stream: Int32) -> [Action] {
    delayed.removeValue(forKey: stream).map { [.respond($0, stream: stream)] } ?? []
  }

  /// Ends the connection: what comes is thrown away.
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
