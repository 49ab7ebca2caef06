import NIOCore

/// Responses: what may be sent, and until when.
extension ConnectionState {
  /// Whether a response may begin: of the current exchange, or a refusal (nil).
  func mayBegin(_ exchange: Int?) -> Bool { phase.mayRespond && exchanges.admits(exchange) }

  /// Writes the head of a response, and a body of bytes; false if a streamed body follows.
  mutating func begin(
    _ response: ServerResponse, date: String, to bytes: inout ResponseBytes, now: @autoclosure () -> NIODeadline
  ) -> Bool {
    phase = .responding
    // The rest of a short body is read and dropped. A client that waits for an interim response may never send it.
    let isWhole = !reader.isReceiving || (reader.isShort && !expectsContinue)
    if !isWhole || isQuiescing { framing.keepsAlive = false }
    expectsContinue = false
    let isAll = framing.begin(response, date: date, to: &bytes)
    if !isAll { deadlines.expect(within: time.wallClock, at: now()) }
    return isAll
  }

  /// Whether the current exchange may switch protocols: its request has no rest, and is not of HTTP/1.0 (RFC 9110,
  /// section 7.8).
  var mayBeginTunnel: Bool { !reader.isReceiving && !framing.isOldProtocol }

  func isStreaming(_ exchange: Int) -> Bool {
    if case .responding = phase { exchange == exchanges.current && !isEnding } else { false }
  }

  /// Ends the response of an exchange, or a refusal (nil); false if there is nothing to end.
  mutating func end(_ exchange: Int?) -> Bool {
    guard case .responding = phase, !isEnding, exchanges.admits(exchange) else { return false }
    isEnding = true
    exchanges.end()
    body = .none
    return true
  }

  /// A part of the response is queued in the socket.
  mutating func responseWaits(now: NIODeadline) {
    isResponseQueued = true
    deadlines.expect(within: time.wallClock, at: now)
  }

  /// The system has taken all queued bytes: the handler is to send the next part.
  mutating func responseIsTaken(now: NIODeadline) {
    isResponseQueued = false
    guard case .responding = phase, !isEnding, !reader.isReceiving else { return }
    deadlines.expectHandler(within: time.wallClock, at: now)
  }

  /// The response is completely sent.
  mutating func responseIsOut(hasUnread: Bool, now: NIODeadline) -> ConnectionAction? {
    guard case .responding = phase else { return nil }
    (isEnding, isResponseQueued) = (false, false)
    deadlines.exchangeEnds()
    if framing.keepsAlive, !isQuiescing {
      phase = .waiting(isFirst: false)
      framing = ResponseFraming()
      if reader.isReceiving { reader.ignoreTheRest() }
      deadlines.expect(within: reader.isReceiving ? limits.bodyTimeout : limits.keepAliveTimeout, at: now)
      return .readOn
    }
    // Closing with unread bytes would reset the connection, and the client could lose the response. The client has two
    // seconds to read it and to close.
    guard !clientHasEnded, reader.isReceiving || hasUnread else { return .close }
    phase = .lingering
    deadlines.expect(within: 2, at: now)
    return .linger
  }
}
