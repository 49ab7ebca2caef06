import Synchronization

/// The limit on the open connections of a server, over all of its loops.
///
/// A connection above the limit is accepted, and its first request is refused. At most a sixteenth of the limit is open
/// above it; further connections wait in the listener's queue.
final class ConnectionLimit: Sendable {
  private let most: Int
  private let mostAbove: Int
  private let count = Atomic(0)
  private let handler: any ServerHandler

  init(_ most: Int, handler: any ServerHandler) {
    self.most = most
    self.handler = handler
    mostAbove = max(most / 16, 1)
  }

  /// Whether another connection may be accepted.
  var hasRoom: Bool { count.load(ordering: .relaxed) < most + mostAbove }

  /// Counts a connection that was accepted.
  ///
  /// - Returns: whether it is within the limit.
  func enter() -> Bool {
    let isAboveLimit = count.add(1, ordering: .relaxed).newValue > most
    handler.connectionOpened(isAboveLimit: isAboveLimit)
    return !isAboveLimit
  }

  /// Counts a connection that was closed.
  func leave() {
    count.subtract(1, ordering: .relaxed)
    handler.connectionClosed()
  }
}
