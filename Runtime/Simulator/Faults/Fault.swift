/// Something that goes wrong on demand.
public enum Fault: Sendable, Hashable {
  /// An error answer, whatever the request deserves.
  case answer(FaultAnswer)
  /// The deserved answer, later.
  case slow(milliseconds: Int)
  /// No answer at all; the stream stays open. For a connection: not even the TLS handshake is answered.
  case silence
  /// RST_STREAM.
  case reset(ResetCode)
  /// GOAWAY.
  case goAway(GoAway)
  /// TLS close_notify and FIN, with whatever is in flight.
  case close
  /// A TCP reset.
  case disconnect
  /// Bytes that are no HTTP/2.
  case garbage
  /// SETTINGS with another MAX_CONCURRENT_STREAMS; the request is served. For a connection: the value it begins with.
  case settings(maxConcurrentStreams: Int)

  /// The code of a RST_STREAM.
  public enum ResetCode: String, Sendable, Hashable, CaseIterable {
    /// Not looked at: it may be sent again anywhere.
    case refusedStream = "REFUSED_STREAM"
    /// Something broke: the notification may have been taken.
    case internalError = "INTERNAL_ERROR"
  }

  /// Which streams a GOAWAY gives up.
  public enum GoAway: String, Sendable, Hashable, CaseIterable {
    /// None: what is in flight is answered, then the connection closes.
    case none
    /// This one and the later ones: they were not looked at. The ones before it are answered, then the connection closes.
    case later
  }

  /// Its name in a script.
  public var name: String {
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

  /// Whether the request is served as it deserves, besides the fault.
  var serves: Bool {
    switch self {
    case .slow, .settings, .goAway(.none): true
    default: false
    }
  }

  /// Whether a connection can begin with it.
  var fitsConnections: Bool {
    switch self {
    case .answer, .slow, .reset: false
    default: true
    }
  }
}

/// An error answer on demand.
public struct FaultAnswer: Sendable, Hashable {
  /// The HTTP status, 400 to 599.
  public var status: Int
  /// Apple's reason.
  public var reason: String
  /// For a 410: how many seconds ago the token stopped being registered; nil sends no timestamp.
  public var ageSeconds: Int?
  /// The value of `retry-after`, in seconds.
  public var retryAfterSeconds: Int?

  /// An answer.
  public init(status: Int, reason: String, ageSeconds: Int? = nil, retryAfterSeconds: Int? = nil) {
    self.status = status
    self.reason = reason
    self.ageSeconds = ageSeconds
    self.retryAfterSeconds = retryAfterSeconds
  }
}
