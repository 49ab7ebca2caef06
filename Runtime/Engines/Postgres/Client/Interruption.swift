/// The reason why a round trip is cancelled.
enum Interruption: Sendable {
  /// The task that waits for the reply was cancelled.
  case cancelled
  /// The deadline is over.
  case timedOut
}
