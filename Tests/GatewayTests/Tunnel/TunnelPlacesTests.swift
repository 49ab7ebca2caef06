import Foundation
import Gateway
import Host
import Testing

/// The number of WebSockets through the gateway.
@Suite(.timeLimit(.minutes(10))) struct TunnelPlacesTests {
  /// Begins a WebSocket; returns the head of the response, and the connection that holds it open.
  private func open(_ host: GatewayHost, from network: Int) async throws -> (head: String, socket: BlockingSocket) {
    let port = host.port
    return try await onThread {
      let socket = try BlockingSocket(port: port)
      socket.send(
        """
        GET /realtime/v1/websocket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
        X-Forwarded-For: 203.0.113.\(network)\r\n\r\n
        """)
      return (socket.read(through: "\r\n\r\n"), socket)
    }
  }

  /// Each open WebSocket keeps a place, of which a network has half.
  @Test func moreThanTheDescriptorsAllowAre503() async throws {
    let server = try RecordingServer { socket, _ in
      socket.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
      _ = socket.readToEnd()
      return false
    }
    var gateway = GatewayConfiguration()
    gateway.addresses[.realtime] = URL(string: server.url)
    try await withGateway(
      gateway,
      host: { configuration in
        // Eight places.
        configuration.limits.connections = 16
        configuration.trustedProxies = ["127.0.0.1"]
        configuration.tokens.secret = "a secret of this test, and of nothing else"
      }
    ) { host in
      var sockets: [BlockingSocket] = []
      for network in 1...2 {
        for _ in 0..<4 {
          let (head, socket) = try await open(host, from: network)
          #expect(head.hasPrefix("HTTP/1.1 101 "))
          sockets.append(socket)
        }
        // The first network has its half, or all places are taken.
        let (refused, socket) = try await open(host, from: network == 1 ? 1 : 3)
        #expect(refused.hasPrefix("HTTP/1.1 503 "))
        #expect(refused.lowercased().contains("retry-after: 1\r\n"))
        let body = socket.read(through: "}")
        #expect(body == #"{"code":"OVERLOADED","message":"The host is at its limit, try again later"}"#)
      }
      sockets.removeFirst()
      // The host gives the place back once both ends are closed.
      var head = ""
      while !Task.isCancelled, !head.hasPrefix("HTTP/1.1 101 ") { head = try await open(host, from: 3).head }
      #expect(head.hasPrefix("HTTP/1.1 101 "))
    }
  }
}
