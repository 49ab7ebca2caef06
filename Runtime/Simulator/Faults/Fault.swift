/// A failure that the simulator plays on demand.
package enum Fault: Sendable, Hashable {
  /// An error answer, independent of the request.
  case answer(FaultAnswer)
  /// The regular answer after a delay.
  case slow(milliseconds: Int)
  /// No answer; the stream stays open. For a connection: no TLS handshake either.
  case silence
  case reset(ResetCode)
  /// GOAWAY, with the reason `Shutdown` in its debug data.
  case goAway(GoAway)
  /// TLS close_notify and FIN, with requests in flight.
  case close
  case disconnect
  /// Bytes that are not HTTP/2.
  case garbage
  /// SETTINGS with another MAX_CONCURRENT_STREAMS; the request is served. For a connection: its initial value.
  case settings(maxConcurrentStreams: Int)

  /// The code of a RST_STREAM.
  package enum ResetCode: String, Sendable, Hashable, CaseIterable {
    /// The request was not processed and can safely be sent again.
    case refusedStream = "REFUSED_STREAM"
    /// The server failed: the notification may have been accepted.
    case internalError = "INTERNAL_ERROR"
  }

  /// The streams that a GOAWAY abandons.
  package enum GoAway: String, Sendable, Hashable, CaseIterable {
    /// None: requests in flight are answered, then the connection closes.
    case none
    /// This stream and later ones, which were not processed. Earlier ones are answered, then the connection closes.
    case later
  }

  /// Its name in a script.
  package var name: String {
    switch self {
    case .answer: "answer"
    case .slow: "slow"
    case .silence: "silence"
    case .reset: "reset"
    case .goAway: "goaway"
    case .close: "close"
    case .disconnect: "disconnect"
    case .garbage: "garbage"
    case .settings: "settings"
    }
  }

  /// Whether the regular answer is sent in spite of the fault. A valid notification then always arrives.
  var keepsAnswer: Bool {
    switch self {
    case .slow, .settings, .goAway(.none): true
    default: false
    }
  }

  var fitsConnections: Bool {
    switch self {
    case .answer, .slow, .reset: false
    default: true
    }
  }
}
