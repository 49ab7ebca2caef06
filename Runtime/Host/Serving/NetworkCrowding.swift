import Logging
import NIOCore
import Synchronization

/// Logs refused connections of networks that have half of all connections. A line is logged for the first one, and then
/// at most once per ``interval``.
final class NetworkCrowding: Sendable {
  static let interval = TimeAmount.minutes(1)

  private struct State {
    var loggedAt: NIODeadline?
    var refusals = 0
  }

  private let limit: Int
  private let logger: Logger
  private let state = Mutex(State())

  /// - Parameter limit: the most open connections.
  init(limit: Int, logger: Logger) {
    self.limit = limit
    self.logger = logger
  }

  /// Records a refused connection.
  ///
  /// - Parameter peer: the client's address.
  func happened(_ peer: String, at now: NIODeadline) {
    let refusals: Int? = state.withLock { state in
      state.refusals += 1
      if let last = state.loggedAt, now - last < Self.interval { return nil }
      state.loggedAt = now
      defer { state.refusals = 0 }
      return state.refusals
    }
    guard let refusals else { return }
    logger.warning(
      "A network has half of all connections, and further ones of it are refused: if it is a proxy's, name it in trusted_proxies",
      metadata: [
        "client": "\(peer)", "refused_of_all_networks": .stringConvertible(refusals),
        "max_connections": .stringConvertible(limit),
      ])
  }
}
