/// What a connection is doing.
enum ConnectionPhase {
  /// Waiting for a request head; `isFirst` until one has come.
  case waiting(isFirst: Bool)
  /// An exchange has begun, and its response has not.
  case running
  /// A response goes out.
  case responding
  /// The last response is out: input is dropped until the client closes.
  case lingering
  case closed

  var isOpen: Bool {
    if case .closed = self { false } else { true }
  }

  var isWaiting: Bool {
    if case .waiting = self { true } else { false }
  }

  /// Whether an exchange has begun whose response is not whole, or not out.
  var hasExchange: Bool {
    switch self {
    case .running, .responding: true
    case .waiting, .lingering, .closed: false
    }
  }
}
