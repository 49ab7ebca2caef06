import HTTPTypes
import NIOCore

@testable import HTTPServer

/// Plays one connection without a socket: input in, actions out as words, on a clock that the test moves.
final class ConnectionScript {
  private(set) var state: ConnectionState
  private var now = NIODeadline.uptimeNanoseconds(1_000_000_000)
  private(set) var unread: [UInt8] = []

  /// A connection that has just been accepted.
  init(isAboveLimit: Bool = false, _ change: (inout ServerLimits) -> Void = { _ in }) {
    var limits = ServerLimits.test
    (limits.headerTimeout, limits.bodyTimeout, limits.keepAliveTimeout) = (10, 30, 75)
    (limits.idleTimeout, limits.wallClock) = (150, 400)
    (limits.lastRequestTimeout, limits.halfCloseProbe) = (1, 5)
    change(&limits)
    state = ConnectionState(limits: limits, isAboveLimit: isAboveLimit)
    state.open(isNew: true, now: now)
  }

  /// Receives bytes; returns what is to be done before more can be read.
  ///
  /// - Parameter pipeHasRoom: What the reader of a streamed body answers to each chunk.
  func receive(_ text: String, pipeHasRoom: Bool = true) -> [String] {
    unread += Array(text.utf8)
    state.beginTurn(isYielded: false)
    return read(pipeHasRoom: pipeHasRoom)
  }

  /// Goes on with what was received, in the turn that a yield asked for.
  func readOnAfterYield() -> [String] {
    state.beginTurn(isYielded: true)
    return read(pipeHasRoom: true)
  }

  /// Goes on with what was received.
  func readOn() -> [String] { read(pipeHasRoom: true) }

  private func read(pipeHasRoom: Bool) -> [String] {
    var position = 0
    var actions: [String] = []
    reading: while let action = state.next(unread.span, &position, now: now) {
      actions.append(Self.word(action))
      if case .push(let chunk) = action { state.pushed(chunk, hasRoom: pipeHasRoom, now: now) }
      // The refusal is sent before more is read.
      if case .refuse = action { break reading }
    }
    unread.removeFirst(position)
    return actions
  }

  /// Sends a response at once; returns what follows, or nil if it is refused.
  func respond(to exchange: Int?, _ status: HTTPResponse.Status = .ok, _ body: String = "hi") -> String? {
    guard state.mayBegin(exchange) else { return nil }
    var bytes = ResponseBytes(capacity: 64)
    guard state.begin(.test(body, status: status), date: "today", to: &bytes, now: now), state.end(exchange) else {
      return "not whole"
    }
    return responseIsOut()
  }

  /// Begins a streamed response; returns its head, or nil if it is refused.
  func stream(to exchange: Int) -> [Substring]? {
    guard state.mayBegin(exchange) else { return nil }
    let response = ServerResponse(status: .ok, fields: TestFields([]), body: .stream(length: nil) { _ in })
    var bytes = ResponseBytes(capacity: 64)
    guard !state.begin(response, date: "today", to: &bytes, now: now) else { return nil }
    return unsafe bytes.withBytes { unsafe String(decoding: $0, as: UTF8.self) }.split(separator: "\r\n")
  }

  func end(_ exchange: Int) -> Bool { state.end(exchange) }

  func responseIsOut() -> String? {
    state.responseIsOut(hasUnread: !unread.isEmpty, now: now).map(Self.word)
  }

  func bodyIsWanted(by exchange: Int) -> String? {
    state.bodyIsWanted(by: exchange, now: now).map(Self.word)
  }

  /// Sets the limits on the time of the exchange that has just begun.
  func take(_ time: ExchangeTime) { state.take(time, now: now) }

  func responseWaits() { state.responseWaits(now: now) }

  func responseIsTaken() { state.responseIsTaken(now: now) }

  func inputHasEnded() -> String? { state.inputHasEnded(now: now).map(Self.word) }

  func clientMayHaveLeft() { state.clientMayHaveLeft(now: now) }

  func quiesce(hasInput: Bool = false) -> String? {
    state.quiesce(hasInput: hasInput || !unread.isEmpty, now: now).map(Self.word)
  }

  /// Lets so many seconds pass and looks at the clock whenever the state asks; returns the actions with their times.
  func wait(_ seconds: Int) -> [String] {
    let start = now
    let end = now + .seconds(Int64(seconds))
    var actions: [String] = []
    while state.deadline <= end {
      now = max(now, state.deadline)
      for action in [state.takeProbe(now), state.timePassed(now)] {
        guard let action else { continue }
        actions.append("\((now - start).nanoseconds / 1_000_000_000) s: \(Self.word(action))")
        if case .close = action { state.close() }
      }
    }
    now = end
    return actions
  }

  var interest: InputInterest { state.interest(hasUnread: !unread.isEmpty) }

  private static func word(_ action: ConnectionAction) -> String {
    switch action {
    case .begin(let exchange, let head, let body, let isWhole):
      "begin \(exchange): \(head.method.rawValue) \(head.target) \(String(decoding: body, as: UTF8.self))"
        + (isWhole ? "." : "…")
    case .push(let chunk): "push \(String(buffer: chunk))"
    case .finishBody: "finish body"
    case .abandonBody: "abandon body"
    case .sendContinue: "send continue"
    case .refuse(let fault): "refuse \(fault)"
    case .readOn: "read on"
    case .yield: "yield"
    case .linger: "linger"
    case .close: "close"
    }
  }
}
