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
}
