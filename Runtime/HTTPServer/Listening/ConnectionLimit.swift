import Synchronization

/// How many clients may be connected to a server, over all of its loops.
///
/// A connection above the limit is accepted, and its first request refused. A sixteenth of the limit may be above it at a time;
/// further connections wait in the listener's queue until a connection closes.
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
  /// - Returns: whether its requests are answered; otherwise it is above the limit.
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
