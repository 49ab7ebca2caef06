import Synchronization

/// How many clients may be connected to a host, over all of its loops.
///
/// A connection above the limit is accepted, and its first request answered 503 `OVERLOADED`. A sixteenth of the limit may be above
/// it at a time; what comes then waits in the listener's queue until a connection closes.
final class ConnectionLimit: Sendable {
  private let most: Int
  private let mostAbove: Int
  private let count = Atomic(0)
  private let open: ValueSeries
  private let refused: ValueSeries
  private let freed: FreedMemory

  init(_ most: Int, registry: PrometheusRegistry, freed: FreedMemory) {
    self.most = most
    self.freed = freed
    mostAbove = max(most / 16, 1)
    open = registry.gauge("swiftlet_connections", help: "Open connections")
    refused = registry.counter(
      "swiftlet_connections_refused_total", help: "Connections above max_connections, answered 503")
  }

  /// Whether another connection may be accepted.
  var hasRoom: Bool { count.load(ordering: .relaxed) < most + mostAbove }

  /// A connection was accepted.
  ///
  /// - Returns: whether its requests are answered; otherwise it is above the limit.
  func enter() -> Bool {
    open.add(1)
    guard count.add(1, ordering: .relaxed).newValue > most else { return true }
    refused.add(1)
    return false
  }

  /// A connection was closed.
  func leave() {
    count.subtract(1, ordering: .relaxed)
    open.add(-1)
    freed.addConnection()
  }
}
