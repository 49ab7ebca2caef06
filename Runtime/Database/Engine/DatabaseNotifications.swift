/// Notifications between the programs that share a database. A notification is a hint and may be lost.
public protocol DatabaseNotifications: Sendable {
  /// Listens to a channel: a hint after each notification, and one whenever notifications may have been lost. Hints
  /// that are not consumed merge into one.
  ///
  /// There may be no hints at all, as behind a pooler, so a consumer must also poll.
  ///
  /// - Parameter channel: The channel's name, in lower case.
  /// - Returns: A sequence that ends with the engine, and when its task is cancelled.
  func listen(to channel: String) -> AsyncStream<Void>

  /// Notifies all listeners of a channel.
  ///
  /// - Parameter channel: The channel's name, in lower case.
  /// - Throws: ``DatabaseError``; `CancellationError` when the task is cancelled.
  func notify(_ channel: String) async throws
}
