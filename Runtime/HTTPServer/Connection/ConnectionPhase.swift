/// The phase of a connection.
enum ConnectionPhase {
  /// It waits for a request head; `isFirst` until one has come.
  case waiting(isFirst: Bool)
  /// An exchange has begun, and its response has not.
  case running
  /// A response is being sent.
  case responding
  /// The last response is sent. Input is dropped until the client closes.
  case lingering
  case closed

  var isOpen: Bool {
    if case .closed = self { false } else { true }
  }

  var isWaiting: Bool {
    if case .waiting = self { true } else { false }
  }

  /// Whether a response may begin: of an exchange, or the refusal of a request.
  var mayRespond: Bool {
    switch self {
    case .waiting, .running: true
    case .responding, .lingering, .closed: false
    }
  }

  /// Whether the response of an exchange is not completely sent.
  var hasExchange: Bool {
    switch self {
    case .running, .responding: true
    case .waiting, .lingering, .closed: false
    }
  }
}
