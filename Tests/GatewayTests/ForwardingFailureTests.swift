import Edge
import Foundation
import Gateway
import Host
import Synchronization
import Testing

/// Servers that fail, and requests that are refused before anything is sent.
@Suite struct ForwardingFailureTests {
  @Test(arguments: [
    "GET /rest/v1/a%2Fb HTTP/1.1", "GET /rest/v1/%2e%2e/auth/v1 HTTP/1.1", "GET /rest/v1/../x HTTP/1.1",
    "GET /rest/v1/a%00 HTTP/1.1", "GET /rest/v1/a%2 HTTP/1.1", "GET /rest/v1/a\\b HTTP/1.1",
    "GET /rest/v1/a#b HTTP/1.1", "POST /%66unctions/v1/theirs HTTP/1.1", "GET /functions//v1/theirs HTTP/1.1",
    "GET http://api.test/rest/v1/a HTTP/1.1", "GET //api.test/rest/v1/a HTTP/1.1", "OPTIONS * HTTP/1.1",
  ])
  func anAmbiguousTargetIsRefusedBeforeAnythingIsSent(_ line: String) async throws {
    let server = try RecordingServer { socket, _ in socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    try await withGateway(project: server.url) { host in
      let answer = try await host.ask(line)
      #expect(answer.status == 400)
      #expect(answer["access-control-allow-origin"] == ["*"])
    }
    #expect(server.calls.isEmpty)
  }

  @Test(arguments: [
    (["Upgrade: websocket, h2c", "Connection: Upgrade"], 400),
    (["Upgrade: websocket"], 400),
    (["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="], 426),
  ])
  func aMalformedHandshakeIsRefused(_ fields: [String], _ status: Int) async throws {
    let server = try RecordingServer { socket, _ in socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    try await withGateway(project: server.url) { host in
      let port = host.port
      let text = (["GET /realtime/v1/websocket HTTP/1.1", "Host: a"] + fields + ["", ""]).joined(separator: "\r\n")
      let line = try await onThread {
        let socket = try BlockingSocket(port: port)
        socket.send(text)
        return socket.read(through: "\r\n")
      }
      #expect(line.hasPrefix("HTTP/1.1 \(status) "))
    }
    #expect(server.calls.isEmpty)
  }

  @Test func anUnreachableServerIs502InTheServicesForm() async throws {
    // Nothing listens on the port of a server that has ended.
    let port = try RecordingServer { _, _ in false }.port
    let lines = AccessLines()
    try await withGateway(project: "http://127.0.0.1:\(port)", lines: lines) { host in
      let text = "The server at SUPABASE_URL cannot be reached"
      for (path, body) in [
        ("/rest/v1/x", #"{"code":"BAD_GATEWAY","message":"\#(text)","details":null,"hint":null}"#),
        ("/auth/v1/x", #"{"code":502,"error_code":"bad_gateway","msg":"\#(text)"}"#),
        ("/storage/v1/x", #"{"statusCode":"502","error":"BadGateway","message":"\#(text)"}"#),
        ("/x", #"{"code":"BAD_GATEWAY","message":"\#(text)"}"#),
      ] {
        let answer = try await host.ask("GET \(path) HTTP/1.1", "Origin: https://app.test")
        #expect((answer.status, answer.body) == (502, body))
        #expect(answer["retry-after"] == ["5"])
        #expect(answer["access-control-allow-origin"] == ["*"])
      }
      // Without an answered preflight a page could not read these.
      let preflight = try await host.ask(
        "OPTIONS /rest/v1/x HTTP/1.1", "Origin: https://app.test", "Access-Control-Request-Method: GET")
      #expect(preflight.status == 204)
    }
    // The client does not learn what libcurl says, the log does.
    #expect(lines.text.components(separatedBy: "couldNotConnect: 127.0.0.1: ").count == 5)
  }

  @Test func aSilentServerIs504() async throws {
    let server = try RecordingServer { socket, _ in
      _ = socket.readToEnd()
      return false
    }
    var gateway = GatewayConfiguration()
    gateway.idleTimeout = 0.2
    try await withGateway(project: server.url, gateway) { host in
      let answer = try await host.ask("GET /rest/v1/x HTTP/1.1")
      #expect(answer.status == 504)
      #expect(answer.body.contains(#""message":"The server at SUPABASE_URL did not answer in time""#))
      #expect(answer["retry-after"] == ["5"])
    }
  }

  @Test func aServerThatSpeaksNoHTTPIs502() async throws {
    let server = try RecordingServer { socket, _ in
      socket.send("SSH-2.0-OpenSSH_9.2\r\n")
      return false
    }
    try await withGateway(project: server.url) { host in
      let answer = try await host.ask("GET /rest/v1/x HTTP/1.1")
      #expect(answer.status == 502)
    }
  }

  @Test(arguments: [
    "Content-Length: 5\r\nContent-Length: 2\r\n\r\nhello",
    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
    "Transfer-Encoding : chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", "[Cache-Control]: no-store\r\n\r\nhello",
  ])
  func anAmbiguousResponseIs502(_ rest: String) async throws {
    let server = try RecordingServer { socket, _ in
      socket.send("HTTP/1.1 200 OK\r\n\(rest)")
      return false
    }
    try await withGateway(project: server.url) { host in
      let answer = try await host.ask("GET /rest/v1/x HTTP/1.1")
      #expect(answer.status == 502)
      #expect(answer.body.contains(#""code":"BAD_GATEWAY""#))
    }
  }

  @Test func aBodyThatBreaksOffIsNotMadeWhole() async throws {
    let server = try RecordingServer { socket, call in
      let length = call.line.contains("long") ? "Content-Length: 1000000" : "Transfer-Encoding: chunked"
      socket.send("HTTP/1.1 200 OK\r\n\(length)\r\n\r\n3\r\nabc\r\n")
      return false
    }
    let lines = AccessLines()
    try await withGateway(project: server.url, lines: lines) { host in
      let long = try await host.ask("GET /storage/v1/long HTTP/1.1")
      #expect((long.status, long["content-length"]) == (200, ["1000000"]))
      #expect(long.body.utf8.count < 1_000_000)
      let chunked = try await host.ask("GET /storage/v1/chunked HTTP/1.1")
      #expect(!chunked.body.hasSuffix("0\r\n\r\n"))
    }
    #expect(lines.text.components(separatedBy: "connectionClosed: 127.0.0.1: ").count == 3)
  }

  @Test func aRequestThatMayHaveArrivedIsNotSentAgain() async throws {
    let server = try RecordingServer { socket, call in
      if call["x-case"] == ["close"] { return false }
      return socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    try await withGateway(project: server.url) { host in
      for method in ["POST", "PATCH", "PUT", "DELETE"] {
        _ = try await host.ask("GET /rest/v1/keep HTTP/1.1")
        let before = server.calls.count
        let answer = try await host.ask(
          "\(method) /rest/v1/x HTTP/1.1", "x-case: close", "Content-Length: 2", body: "{}")
        #expect(answer.status == 502)
        #expect(server.calls.count == before + 1)
      }
    }
  }

  @Test func aLoopIsFound() async throws {
    let port = Mutex(0)
    let server = try RecordingServer { socket, call in
      // A proxy that leads back to the host.
      guard let back = try? BlockingSocket(port: port.withLock { $0 }) else { return false }
      back.send((call.head + ["Connection: close", "", ""]).joined(separator: "\r\n"))
      socket.send(back.readToEnd())
      return false
    }
    try await withGateway(project: server.url) { host in
      port.withLock { $0 = host.port }
      let answer = try await host.ask("GET /rest/v1/x HTTP/1.1")
      #expect(answer.status == 508)
      #expect(answer.body.contains("SUPABASE_URL leads back to this host"))
    }
    #expect(server.calls.count < 32)
  }

  /// A client that sends byte by byte cannot keep its place among the forwarded requests.
  @Test(arguments: ["Content-Length: 20000000", "Transfer-Encoding: chunked"])
  func aTricklingUploadIsRefused(_ framing: String) async throws {
    // A chunk has arrived, or the client has the response.
    let next = DispatchSemaphore(value: 0)
    let server = try RecordingServer(onChunk: { next.signal() }) { socket, _ in
      socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    try await withGateway(
      project: server.url,
      host: { configuration in
        configuration.limits.bodyTimeout = 0.5
        // No client is as fast, on any machine.
        configuration.limits.bodyRate = 1 << 40
      }
    ) { host in
      let port = host.port
      let socket = try await onThread { try BlockingSocket(port: port) }
      let isAnswered = Atomic(false)
      async let line = onThread {
        let line = socket.read(through: "\r\n")
        isAnswered.store(true, ordering: .sequentiallyConsistent)
        next.signal()
        return line
      }
      let isChunked = framing.hasSuffix("chunked")
      let byte = isChunked ? "1\r\nx\r\n" : "x"
      try await onThread {
        socket.send("POST /storage/v1/object/a HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n")
        var left = 20_000_000
        while left > 0, !isAnswered.load(ordering: .sequentiallyConsistent), socket.send(byte) {
          left -= 1
          // While the server is behind, the host does not wait for the client.
          if isChunked { next.wait() }
        }
        socket.endOutput()
      }
      let status = try await line.prefix(13)
      #expect(status == "HTTP/1.1 408 ")
    }
  }

  /// A network has at most half of the places, and the others are left to others.
  @Test func moreRequestsThanTheLimitAre503() async throws {
    let (arrived, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try RecordingServer { socket, call in
      if call.line.contains("wait") {
        arrived.signal()
        release.wait()
      }
      return socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    try await withGateway(
      project: server.url,
      host: { configuration in
        configuration.limits.connections = 64
        configuration.trustedProxies = ["127.0.0.1"]
        configuration.tokens.secret = "a secret of this test, and of nothing else"
      }
    ) { host in
      // Each network asks another service, which has three quarters of the places.
      @Sendable func ask(_ path: String, from network: Int) async throws -> RawResponse {
        try await host.ask(
          "GET /\(network == 1 ? "rest" : "auth")/v1/\(path) HTTP/1.1", "X-Forwarded-For: 203.0.113.\(network)")
      }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for network in 1...2 {
          for _ in 0..<8 { group.addTask { try await ask("wait", from: network).status } }
          try await onThread { for _ in 0..<8 { arrived.wait() } }
          // The first network has its half, or all places are taken.
          let refused = try await ask("x", from: network == 1 ? 1 : 3)
          #expect((refused.status, refused["retry-after"]) == (503, ["1"]))
        }
        for _ in 0..<16 { release.signal() }
        for try await status in group { #expect(status == 200) }
      }
      let again = try await ask("x", from: 1)
      #expect(again.status == 200)
    }
  }

  /// A server that hangs does not take the places of the other services.
  @Test func aServiceHasThreeQuartersOfThePlaces() async throws {
    let (arrived, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let hanging = try RecordingServer { socket, _ in
      arrived.signal()
      release.wait()
      return socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    let other = try RecordingServer { socket, _ in socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    var gateway = GatewayConfiguration()
    gateway.addresses[.rest] = URL(string: hanging.url)
    try await withGateway(
      project: other.url, gateway,
      host: { configuration in
        configuration.limits.connections = 64
        configuration.trustedProxies = ["127.0.0.1"]
        configuration.tokens.secret = "a secret of this test, and of nothing else"
      }
    ) { host in
      @Sendable func ask(_ path: String, from network: Int) async throws -> Int {
        try await host.ask("GET \(path) HTTP/1.1", "X-Forwarded-For: 203.0.113.\(network)").status
      }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for network in 1...12 { group.addTask { try await ask("/rest/v1/x", from: network) } }
        try await onThread { for _ in 0..<12 { arrived.wait() } }
        #expect(try await ask("/rest/v1/x", from: 13) == 503)
        // PostgREST answers this service too.
        #expect(try await ask("/graphql/v1", from: 13) == 503)
        #expect(try await ask("/auth/v1/health", from: 13) == 200)
        for _ in 0..<12 { release.signal() }
        for try await status in group { #expect(status == 200) }
      }
      #expect(try await ask("/auth/v1/health", from: 1) == 200)
    }
  }
}
