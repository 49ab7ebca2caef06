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
  private let isClosed: @Sendable () async throws -> Bool
  private let end: @Sendable () -> Void

  /// - Parameter isClosed: whether the host is stopping. In a worker it waits until the host has granted the
  ///   subscription, and throws if the host refused it.
  package init(
    _ wakeUp: WakeUp, isClosed: @escaping @Sendable () async throws -> Bool, end: @escaping @Sendable () -> Void
  ) {
    self.wakeUp = wakeUp
    self.isClosed = isClosed
    self.end = end
  }

  deinit { end() }

  /// Waits for a hint. Hints since the last wait merge into one, for which it returns at once.
  ///
  /// In a worker the first wait also waits for the host to grant the subscription. A function that streams its response
  /// calls `next(upTo: .zero)` before it returns the response: a refusal is then answered as an error.
  ///
  /// - Parameter limit: the longest wait for a hint; zero or less does not wait for one. After it, read the row anyway:
  ///   a hint may have been lost.
  /// - Throws: `CancellationError` when the client has left; in a worker the ``FunctionError`` of a subscription that
  ///   its host refused.
  public func next(upTo limit: Duration) async throws -> Wake {
    try Task.checkCancellation()
    guard try await !isClosed() else { return .closed }
    let isHinted = await wakeUp.wait(upTo: limit)
    try Task.checkCancellation()
    if try await isClosed() { return .closed }
    return isHinted ? .hint : .timeout
  }
}
