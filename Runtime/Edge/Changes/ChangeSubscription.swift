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
  private let isClosed: @Sendable () throws -> Bool
  private let end: @Sendable () -> Void

  /// - Parameter isClosed: whether the host is stopping; throws if there is no subscription.
  package init(
    _ wakeUp: WakeUp, isClosed: @escaping @Sendable () throws -> Bool, end: @escaping @Sendable () -> Void
  ) {
    self.wakeUp = wakeUp
    self.isClosed = isClosed
    self.end = end
  }

  deinit { end() }

  /// Waits for a hint. Hints since the last wait merge into one, for which it returns at once.
  ///
  /// - Parameter limit: the longest wait; zero or less does not wait. After it, read the row anyway: a hint may have
  ///   been lost.
  /// - Throws: `CancellationError` when the client has left; in a worker the ``FunctionError`` of a subscription that
  ///   its host refused.
  public func next(upTo limit: Duration) async throws -> Wake {
    try Task.checkCancellation()
    guard try !isClosed() else { return .closed }
    let isHinted = await wakeUp.wait(upTo: limit)
    try Task.checkCancellation()
    if try isClosed() { return .closed }
    return isHinted ? .hint : .timeout
  }
}
