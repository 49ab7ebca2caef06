import NIOCore
import Synchronization

/// The limit on the open connections of a server, over all of its loops: see ``ConnectionCounts``.
final class ConnectionLimit: Sendable {
  private let counts: Mutex<ConnectionCounts>
  private let handler: any ServerHandler

  init(_ most: Int, handler: any ServerHandler) {
    counts = Mutex(ConnectionCounts(most))
    self.handler = handler
  }

  /// Whether another connection may be accepted.
  var hasRoom: Bool { counts.withLock(\.hasRoom) }

  /// Counts a connection that was accepted, until ``leave(from:)``.
  ///
  /// - Parameter peer: the client's address; nil on a Unix socket, which has no limit.
  func enter(from peer: String?) -> ConnectionCounts.Admission {
    let network = peer.flatMap(handler.network(of:))
    let admission = counts.withLock { $0.enter(from: network) }
    handler.connectionOpened(isAboveLimit: admission != .admitted)
    switch admission {
    case .admitted, .refused: break
    case .networkRefused, .networkClosed: if let peer { handler.networkRefused(peer, at: .now()) }
    }
    return peer == nil ? .admitted : admission
  }

  func leave(from peer: String?) {
    let network = peer.flatMap(handler.network(of:))
    counts.withLock { $0.leave(from: network) }
    handler.connectionClosed()
  }
}
