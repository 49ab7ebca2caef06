/// A subscription to a ``ChangeTopic``. It ends when it is released.
public final class ChangeSubscription: Sendable {
  /// The end of a wait.
  public enum Wake: Sendable, Hashable {
    /// There was a hint: the row may have changed.
    case hint
    /// There was no hint within the time.
    case timeout
    /// The host is stopping: respond with the current row.
    case closed
  }

  private let wakeUp: WakeUp
  private let isClosed: @Sendable () -> Bool
  private let end: @Sendable () -> Void

  /// - Parameters:
  ///   - wakeUp: the wake-up that a hint signals.
  ///   - isClosed: whether the host is stopping.
  ///   - end: ends the subscription.
  init(_ wakeUp: WakeUp, isClosed: @escaping @Sendable () -> Bool, end: @escaping @Sendable () -> Void) {
    self.wakeUp = wakeUp
    self.isClosed = isClosed
    self.end = end
  }

  deinit { end() }

  /// Waits for a hint. Hints since the last wait merge into one, for which it returns at once.
  ///
  /// - Parameter limit: the longest wait. After it, read the row anyway: a hint may have been lost.
  /// - Throws: `CancellationError` when the client has left.
  public func next(upTo limit: Duration) async throws -> Wake {
    try Task.checkCancellation()
    guard !isClosed() else { return .closed }
    let isHinted = await wakeUp.wait(upTo: limit)
    try Task.checkCancellation()
    if isClosed() { return .closed }
    return isHinted ? .hint : .timeout
  }
}
