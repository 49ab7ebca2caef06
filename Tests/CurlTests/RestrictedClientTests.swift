import Curl
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import HTTPCalls

/// Calls of a client with `allow_hosts`, to servers on loopback. `*.localhost` resolves to loopback without a name
/// server.
@Suite("Clients with allowed hosts", .timeLimit(.minutes(10)))
struct RestrictedClientTests {
  private static let script: TestServer.Script = { connection in
    while let request = connection.read() {
      if let location = request.path.dropFirst().removingPercentEncoding, !location.isEmpty {
        connection.respond("302 Found", ["Location: \(location)"], "moved")
      } else {
        connection.respond("200 OK", [], "hello")
      }
    }
  }

  private func get(_ url: String, _ client: HTTPClient, allowing entries: [String]) async throws -> String {
    var request = HTTPClient.Request(url: url)
    request.followsRedirects = true
    return String(buffer: try await client.restricted(to: try AllowedHosts(entries)).send(request).body)
  }

  private func expectHello(
    _ url: String, _ client: HTTPClient, allowing entries: [String], at location: SourceLocation = #_sourceLocation
  ) async throws {
    let body = try await get(url, client, allowing: entries)
    #expect(body == "hello", sourceLocation: location)
  }

  @Test("reach a server whose address is named")
  func named() async throws {
    try await withServer(Self.script) { server, client in
      try await self.expectHello("\(server.url)/", client, allowing: ["127.0.0.1"])
      try await self.expectHello("\(server.url)/", client, allowing: ["127.0.0.1:\(server.port)"])
      let local = "http://localhost:\(server.port)/"
      try await self.expectHello(local, client, allowing: ["localhost"])
      let name = "http://a.localhost:\(server.port)/"
      try await self.expectHello(name, client, allowing: ["*.localhost", "127.0.0.0/8"])
    }
  }

  @Test("connect to no other server")
  func others() async throws {
    try await withServer(Self.script) { server, client in
      for entries in [[], ["*"], ["example.com"], ["127.0.0.1:1"], ["127.0.0.2"], ["localhost"]] {
        try await expectFailure(.notAllowed) { try await self.get("\(server.url)/", client, allowing: entries) }
      }
      #expect(server.accepts == 0)
    }
  }

  @Test("connect to no loopback address that a name resolves to")
  func rebinding() async throws {
    try await withServer(Self.script) { server, client in
      let url = "http://a.localhost:\(server.port)/"
      for entries in [["*.localhost"], ["*"], ["a.localhost", "localhost"], ["a.localhost", "10.0.0.0/8"]] {
        try await expectFailure(.notAllowed) { try await self.get(url, client, allowing: entries) }
      }
      #expect(server.accepts == 0)
    }
  }

  /// libcurl resolves `a.localhost` to `::1` too, which is refused.
  @Test("report an address that is allowed and cannot be reached as such")
  func unreachable() async throws {
    let client = HTTPClient()
    try await expectFailure(.couldNotConnect) {
      try await self.get("http://a.localhost:1/", client, allowing: ["a.localhost", "127.0.0.1"])
    }
    try await expectFailure(.notAllowed) {
      try await self.get("http://a.localhost:1/", client, allowing: ["a.localhost"])
    }
    await client.shutdown()
  }

  /// The server plays the proxy: it gets whole URLs.
  @Test("call public servers through the proxy of the environment, and no others")
  func proxies() async throws {
    let asked = Events(of: String.self)
    try await withServer({ connection in
      while let request = connection.read() {
        asked.send(request.path)
        if let location = request.path.split(separator: "?").dropFirst().first {
          connection.respond("302 Found", ["Location: \(location)"], "moved")
        } else {
          connection.respond("200 OK", [], "hello")
        }
      }
    }) { server, client in
      let restricted = client.restricted(
        to: AllowedHosts.publicServers.through(EnvironmentProxies(["http_proxy": server.url])))
      func fetch(_ url: String) async throws -> String {
        var request = HTTPClient.Request(url: url)
        request.followsRedirects = true
        return String(buffer: try await restricted.send(request).body)
      }
      for url in ["http://a.example/b", "http://93.184.216.34/c"] {
        let body = try await fetch(url)
        #expect(body == "hello")
        #expect(try await asked.next() == url)
      }
      // Not even on the proxy's kept connection.
      for host in ["10.0.0.1", "127.0.0.1:\(server.port)", "a.localhost:\(server.port)"] {
        try await expectFailure(.notAllowed) { try await fetch("http://\(host)/") }
        try await expectFailure(.notAllowed) { try await fetch("http://a.example/?http://\(host)/") }
        #expect(try await asked.next() == "http://a.example/?http://\(host)/")
      }
      #expect(server.accepts == 1)
    }
  }

  /// Both share the client's connections.
  @Test("do not use a kept connection of another client to an address that is not allowed")
  func keptConnections() async throws {
    try await withServer(Self.script) { server, client in
      let url = "http://a.localhost:\(server.port)/"
      let first = try await client.get(url).body
      #expect(String(buffer: first) == "hello")
      try await expectFailure(.notAllowed) { try await self.get(url, client, allowing: ["*.localhost"]) }
      let body = try await client.get(url).body
      #expect(String(buffer: body) == "hello")
      #expect(server.accepts >= 1)
    }
  }

  @Test("follow no redirect to a server that is not allowed")
  func redirects() async throws {
    try await withServer(Self.script) { other, _ in
      try await withServer(Self.script) { server, client in
        let allowed = ["127.0.0.1:\(server.port)"]
        let across = "\(server.url)/http:%2f%2f127.0.0.1:\(other.port)%2f"
        try await expectFailure(.notAllowed) { try await self.get(across, client, allowing: allowed) }
        let name = "\(server.url)/http:%2f%2fa.localhost:\(other.port)%2f"
        try await expectFailure(.notAllowed) {
          try await self.get(name, client, allowing: allowed + ["a.localhost"])
        }
        #expect(other.accepts == 0)
        let both = allowed + ["127.0.0.1:\(other.port)"]
        try await self.expectHello(across, client, allowing: both)
      }
    }
  }

  @Test("reach no closed path of a server by another host that leads to its address")
  func closedPathsAtTheAddress() async throws {
    try await withServer(Self.script) { server, client in
      // A connection to the unspecified address goes to loopback, as one to a name may.
      let restricted = client.restricted(
        to: try AllowedHosts(["0.0.0.0", "127.0.0.1"]).closing([["control"]], of: "127.0.0.1", port: server.port))
      let closed = HTTPClient.Request(url: "http://0.0.0.0:\(server.port)/control")
      try await expectFailure(.notAllowed) { try await restricted.send(closed) }
      #expect(server.accepts == 0)
      let body = try await restricted.send(HTTPClient.Request(url: "http://0.0.0.0:\(server.port)/")).body
      #expect(String(buffer: body) == "hello")
    }
  }

  @Test("reach no closed path of a server that is allowed", arguments: ["control", "%63ontrol/a", "a/../control"])
  func closedPaths(path: String) async throws {
    try await withServer(Self.script) { server, client in
      let restricted = client.restricted(
        to: try AllowedHosts(["127.0.0.1"]).closing([["control"]], of: "127.0.0.1", port: server.port))
      var request = HTTPClient.Request(url: server.url)
      request.followsRedirects = true
      let escaped = path.replacing("%", with: "%25").replacing("/", with: "%2f")
      let redirect = "\(server.url)/http:%2f%2f127.0.0.1:\(server.port)%2f\(escaped)"
      for url in ["\(server.url)/\(path)", redirect] {
        request.url = url
        let sent = request
        try await expectFailure(.notAllowed) { try await restricted.send(sent) }
      }
      request.url = "\(server.url)/"
      let open = request
      let body = try await restricted.send(open).body
      #expect(String(buffer: body) == "hello")
    }
  }

  @Test("stream under the same rules")
  func streams() async throws {
    try await withServer(Self.script) { server, client in
      let restricted = client.restricted(to: try AllowedHosts(["127.0.0.1"]))
      let response = try await restricted.stream(HTTPClient.Request(url: "\(server.url)/"))
      let body = try await response.body.collect(upTo: 100)
      #expect(String(buffer: body) == "hello")
      try await expectFailure(.notAllowed) {
        try await client.restricted(to: try AllowedHosts(["a.example"])).stream(
          HTTPClient.Request(url: "\(server.url)/"))
      }
    }
  }

  @Test("use a Unix socket only if it is named")
  func unixSockets() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "s").path()
      let server = try TestServer(path: path, Self.script)
      defer { server.stop() }
      let client = HTTPClient()
      var request = HTTPClient.Request(url: "http://service/")
      request.unixSocketPath = path
      let sent = request
      try await expectFailure(.notAllowed) {
        try await client.restricted(to: try AllowedHosts(["*", "service"])).send(sent)
      }
      let named = client.restricted(to: try AllowedHosts(["unix:\(path)"]))
      let body = try await named.send(sent).body
      #expect(String(buffer: body) == "hello")
      await client.shutdown()
    }
  }
}
