/// Carries hints between the programs that share a database.
public protocol DatabaseNotifications: Sendable {
  /// Hints that something happened: one after each notification on a channel, several at once as one, and one whenever some
  /// may have been missed.
  ///
  /// There may be none at all, as behind a pooler: who waits for hints looks from time to time, too.
  ///
  /// - Parameter channel: The channel's name, in lower case.
  /// - Returns: A sequence that ends with the engine, and when its task is cancelled.
  func listen(to channel: String) -> AsyncStream<Void>

  /// Gives a hint to all who listen.
  ///
  /// - Parameter channel: The channel's name, in lower case.
  func notify(_ channel: String) async throws
}
