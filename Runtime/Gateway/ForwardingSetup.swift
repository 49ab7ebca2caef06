import Edge
import HTTPTypes
import Host

/// The parts that all forwarders of a host share.
struct ForwardingSetup: Sendable {
  /// The most requests that a host may have in hand.
  static let mostRequests = 1024

  /// The client for the servers behind the gateway. It is not the functions' one, so that a dead server takes no
  /// connection from them.
  let http: HTTPClient
  let tunnel = WebSocketTunnel()
  let proxies: TrustedProxies
  /// The places of the requests in hand.
  private let places: Places
  /// The places of each service among them.
  private let shares: [GatewayService: Places]
  /// The places of the WebSockets, from the handshake to the end.
  private let tunnels: Places
  /// The longest wait for a server: ``GatewayConfiguration/idleTimeout``.
  let patience: Duration
  /// The host's mark in `X-Forwarded-By`, by which it recognises a request that it has forwarded to itself. The field
  /// is added only while ``isBusy``: a host that forwards to itself is busy at once, and other hosts save the field.
  let mark = "swiftlet-" + String(UInt64.random(in: .min ... .max), radix: 16)

  init(_ configuration: HostConfiguration, patience: Duration, http: HTTPClient) {
    self.http = http
    self.patience = patience
    proxies = TrustedProxies(configuration.trustedProxies)
    // Each request in hand has two descriptors: its client's and its server's.
    let places = Places(max(16, min(Self.mostRequests, configuration.limits.connections / 4)))
    self.places = places
    // A service has at most three quarters of the places, so that the others keep a quarter while its server hangs. A
    // network has at most half, so that it cannot take all places of a service.
    shares = Dictionary(
      uniqueKeysWithValues: Set(GatewayService.allCases.map(\.addressed)).map { ($0, Places(places.capacity / 4 * 3)) })
    tunnels = Places(OpenFiles.tunnels(beside: configuration.limits.connections))
  }

  /// Whether more requests are in hand than usual, as in a host that forwards to itself.
  var isBusy: Bool { places.count > min(16, places.capacity / 4) }

  /// The places of a request, one of all and one of its service's; nil if all are taken, the service has three quarters
  /// of them, or the client's network half.
  func places(for head: IncomingRequest, of service: GatewayService) -> [Places.Place]? {
    guard let place = places.take(for: network(of: head)), let share = shares[service.addressed]?.take() else {
      return nil
    }
    return [place, share]
  }

  /// The place of a WebSocket; nil if all are taken, or the client's network has half of them.
  func tunnelPlace(for head: IncomingRequest) -> Places.Place? { tunnels.take(for: network(of: head)) }

  /// The network of a request's client. The proxy's network counts where the proxy names no address of its client.
  private func network(of head: IncomingRequest) -> ClientNetwork? {
    head.client(trusting: proxies).flatMap { ClientNetwork($0) } ?? head.peer.flatMap { ClientNetwork($0) }
  }

  func sender(of head: IncomingRequest) -> ForwardedFields.Sender {
    ForwardedFields.Sender(peer: head.peer, isTrusted: head.peer.map(proxies.contains) ?? false)
  }
}
