import Logging
import NIOCore
import Synchronization

/// Logs refused connections of networks that have half of all connections. A line is logged for the first one, and then
/// at most once per ``interval``.
final class NetworkCrowding: Sendable {
  static let interval = TimeAmount.minutes(1)

  private let limit: Int
  private let logger: Logger
  private let unlogged = Mutex(UnloggedEvents())

  init(limit: Int, logger: Logger) {
    self.limit = limit
    self.logger = logger
  }

  /// Records a refused connection of a client.
  func happened(_ peer: String, at now: NIODeadline) {
    guard let refusals = unlogged.withLock({ $0.add(at: now, interval: Self.interval) }) else { return }
    logger.warning(
      "A network has half of all connections, and further ones of it are refused: if it is a proxy's, name it in trusted_proxies",
      metadata: [
        "client": "\(peer)", "refused_of_all_networks": .stringConvertible(refusals),
        "max_connections": .stringConvertible(limit),
      ])
  }
}
