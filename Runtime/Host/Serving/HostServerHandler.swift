import HTTPCalls
import HTTPServer
import NIOCore

/// The host's handler of its server: it begins exchanges and counts connections.
final class HostServerHandler: ServerHandler {
  private let dispatcher: Dispatcher
  /// The running invocations of each event loop.
  private let running: [RunningInvocations]
  private let shortage: DescriptorShortage
  private let crowding: NetworkCrowding
  private let connections: ValueSeries
  private let refusedConnections: ValueSeries

  init(dispatcher: Dispatcher, running: [RunningInvocations]) {
    self.dispatcher = dispatcher
    self.running = running
    let registry = dispatcher.metrics.registry
    shortage = DescriptorShortage(metrics: dispatcher.metrics, logger: dispatcher.logger)
    crowding = NetworkCrowding(limit: dispatcher.configuration.limits.connections, logger: dispatcher.logger)
    connections = registry.gauge("swiftlet_connections", help: "Open connections")
    refusedConnections = registry.counter(
      "swiftlet_connections_refused_total",
      help: "Connections above max_connections, or above their network's half of it, answered 503")
  }

  func exchange(
    for head: RequestHead, from peer: String?, on loop: Int, at now: NIODeadline
  ) -> any ExchangeHandler {
    HostExchange(head, from: peer, at: now, dispatcher: dispatcher, running: running[loop], on: loop)
  }

  func refusal(of fault: ProtocolFault) -> ServerResponse {
    let (answer, fields) = dispatcher.refusal(HostError(fault, limits: dispatcher.configuration.limits))
    return ServerResponse(answer, fields)
  }

  /// Connections of this machine are not counted together, nor are those of trusted proxies, which have many clients.
  func network(of peer: String) -> String? {
    Loopback.isAddress(peer) || dispatcher.proxies.contains(peer) ? nil : ClientNetwork(peer)?.description
  }

  func networkRefused(_ peer: String, at now: NIODeadline) { crowding.happened(peer, at: now) }

  func connectionOpened(isAboveLimit: Bool) {
    connections.add(1)
    if isAboveLimit { refusedConnections.add(1) }
  }

  func connectionClosed() {
    connections.add(-1)
    dispatcher.freed.addConnection()
  }

  func acceptFailed(_ error: CInt, at now: NIODeadline) { shortage.happened(error, at: now) }
}
