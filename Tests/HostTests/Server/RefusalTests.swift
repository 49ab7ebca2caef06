import Edge
import NIOCore
import Testing

@testable import Host

/// Malformed and slow requests.
@Suite(.timeLimit(.minutes(10))) struct RefusalTests {
  private func answer(
    to request: String, configure: (inout HostConfiguration) -> Void = { _ in }
  ) async throws -> (answer: Answer, isClosed: Bool) {
    var answer: Answer?
    var isClosed = false
    try await withLiveHost(functions: [Handlers.echo, Handlers.typed], configure: configure) { host in
      try await withConnection(to: host.port) { client in
        // The server may have timed out before the first byte.
        try? await client.send(request)
        answer = await client.readResponse()
        isClosed = await client.isAtEnd()
      }
    }
    return (try #require(answer), isClosed)
  }

  private static let start = "POST /functions/v1/echo HTTP/1.1\r\n"

  @Test(arguments: [
    start + "Host: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    start + "Host: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    start + "Host: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    start + "Host: x\r\nContent-Length: 5, 6\r\n\r\nhello!", start + "Host: x\r\nContent-Length: -5\r\n\r\nhello",
    start + "Host: x\r\nContent-Length: +5\r\n\r\nhello", start + "Host: x\r\nContent-Length: 0x5\r\n\r\nhello",
    start + "Host: x\r\nContent-Length: five\r\n\r\nhello",
    start + "Host: x\r\nContent-Length: 99999999999999999999999\r\n\r\nhello",
    start + "Host: x\r\nTransfer-Encoding: gzip\r\n\r\nhello",
    start + "Host: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    start + "Host: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", start + "\r\n",
    start + "Content-Length: 0\r\n\r\n",
    start + "Host: x\r\nHost: y\r\nContent-Length: 0\r\n\r\n",
    start + "Host: x\r\nbad name: y\r\nContent-Length: 0\r\n\r\n", start + "Host: x\r\n: empty\r\n\r\n",
    start + "Host: x\r\nContent-Length : 5\r\n\r\nhello", start + "Host: x\r\nx: a\0b\r\n\r\n",
    start + "Host: x\r\nx: a\r\n folded\r\n\r\n", "nonsense\r\n\r\n",
    "GET /functions/v1/echo HTTP/3.0\r\nHost: x\r\n\r\n",
    "GET /functions/v1/echo\r\n\r\n", "GET /functions v1/echo HTTP/1.1\r\nHost: x\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ])
  func whatIsNoRequest(_ request: String) async throws {
    let (answer, isClosed) = try await answer(to: request)
    #expect(answer.verdict == "400 BAD_REQUEST")
    #expect(answer["connection"] == "close")
    #expect(answer["sb-request-id"] != nil)
    #expect(answer["x-relay-error"] == nil)
    #expect(answer["access-control-allow-origin"] == "*")
    #expect(isClosed)
  }

  @Test func refusalsAreCountedAndLogged() async throws {
    try await withLiveHost { host in
      try await withConnection(to: host.port) { client in
        try await client.send("nonsense\r\n\r\n")
        _ = await client.readResponse()
      }
      #expect(host.harness.registry.text.contains(#"swiftlet_requests_total{function="unrouted",status="400"} 1"#))
      #expect(host.harness.logs.all.contains { $0.metadata["code"] == "BAD_REQUEST" })
    }
  }

  @Test func malformedChunksAreRefused() async throws {
    try await withLiveHost(functions: [Handlers.echo]) { host in
      for chunks in ["x\r\n", "-1\r\n", "5\r\nhello!\r\n", "FFFFFFFFFFFFFFFFF\r\n"] {
        try await withConnection(to: host.port) { client in
          try await client.send(Self.start + "Host: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
          #expect(await client.readResponse().verdict == "400 BAD_REQUEST")
          #expect(await client.isAtEnd())
        }
      }
    }
  }

  @Test func headersTooManyOrTooLong() async throws {
    let fields = (0..<98).map { "x-\($0): y\r\n" }.joined()
    let fits = "Host: x\r\nContent-Length: 0\r\n\(fields)"
    try await withLiveHost(functions: [Handlers.echo]) { host in
      for (headers, isFine) in [
        (fits, true), (fits + "x-98: y\r\n", false),
        ("Host: x\r\nx: \(String(repeating: "y", count: 32_000))\r\n", true),
        ("Host: x\r\nx: \(String(repeating: "y", count: 33_000))\r\n", false),
        ("Host: x\r\nx: \(String(repeating: "y", count: 200_000))\r\n", false),
        ("Host: x\r\n" + String(repeating: "x: y\r\n", count: 50_000), false),
      ] {
        try await withConnection(to: host.port) { client in
          try? await client.send("GET /functions/v1/echo HTTP/1.1\r\n\(headers)\r\n")
          let answer = await client.readResponse()
          #expect(answer.verdict == (isFine ? "200 -" : "431 HEADERS_TOO_LARGE"))
        }
      }
      try await withConnection(to: host.port) { client in
        try? await client.send(
          "GET /functions/v1/echo?\(String(repeating: "q", count: 40_000)) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.readResponse().status == 431)
      }
    }
  }

  @Test func slowHeaders() async throws {
    for beginning in ["", "GET /functions/v1/ec", "GET /functions/v1/echo HTTP/1.1\r\nHost: x\r\n"] {
      let (answer, isClosed) = try await answer(to: beginning) { $0.limits.headerTimeout = 0.05 }
      #expect(answer.verdict == "408 REQUEST_TIMEOUT")
      #expect(answer.body.contains("headers"))
      #expect(isClosed)
    }
  }

  @Test func slowBodies() async throws {
    for framing in [
      "Content-Length: 10\r\n\r\nhello", "Content-Length: 100000\r\n\r\nhello",
      "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    ] {
      let (answer, isClosed) = try await answer(to: Self.start + "Host: x\r\n" + framing) {
        $0.limits.bodyTimeout = 0.05
      }
      #expect(answer.verdict == "408 REQUEST_TIMEOUT")
      #expect(answer.body.contains("body"))
      #expect(isClosed)
    }
  }

  /// A body that comes byte by byte has no more time than one that does not come.
  @Test func drippingBodies() async throws {
    try await withLiveHost(functions: [Handlers.echo]) {
      $0.limits.bodyTimeout = 0.2
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send("POST /functions/v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n")
        let (socket, refused) = (client.socket, Counter())
        async let dripped: Int = {
          var bytes = 0
          // One byte for each response to another client.
          try await withConnection(to: host.port) { other in
            while refused.value == 0, bytes < 60_000 {
              try? await socket.write(ByteBuffer(string: "x"))
              try await other.send("GET /functions/v1/echo HTTP/1.1\r\nHost: x\r\n\r\n")
              _ = await other.readResponse()
              bytes += 1
            }
          }
          return bytes
        }()
        #expect(await client.readResponse().verdict == "408 REQUEST_TIMEOUT")
        refused.increment()
        #expect(try await dripped < 60_000)
      }
    }
  }

  @Test func expectContinue() async throws {
    try await withLiveHost(functions: [Handlers.echo, Handlers.typed]) {
      $0.limits.jsonBody = 1000
    } _: { host in
      for framing in ["Content-Length: 5", "Transfer-Encoding: chunked"] {
        try await withConnection(to: host.port) { client in
          try await client.send(Self.start + "Host: x\r\nExpect: 100-continue\r\n\(framing)\r\n\r\n")
          #expect(await client.readHead().status == 100)
          try await client.send(framing.hasPrefix("C") ? "hello" : "5\r\nhello\r\n0\r\n\r\n")
          #expect(await client.readResponse().body == "POST |-|hello")
          try await client.send("GET /functions/v1/echo HTTP/1.1\r\nHost: x\r\n\r\n")
          #expect(await client.readResponse().status == 200)
        }
      }
      // No interim response for a body that will be refused.
      try await withConnection(to: host.port) { client in
        try await client.send(
          "POST /functions/v1/typed HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 100000\r\n\r\n")
        #expect(await client.readResponse().verdict == "413 PAYLOAD_TOO_LARGE")
      }
      try await withConnection(to: host.port) { client in
        try await client.send(
          "POST /functions/v1/none HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 100000\r\n\r\n")
        #expect(await client.readResponse().verdict == "404 NOT_FOUND")
      }
    }
  }

  /// No interim response without a body, or for one that has come (RFC 9110, section 10.1.1).
  @Test(arguments: ["", "Content-Length: 0\r\n"]) func noInterimResponseWithoutABodyToCome(_ length: String)
    async throws
  {
    try await withLiveHost(functions: [Handlers.echo]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send("GET /functions/v1/echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\(length)\r\n")
        #expect(await client.readResponse().body == "GET |-|")
        try await client.send(Self.start + "Host: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello")
        #expect(await client.readResponse().body == "POST |-|hello")
      }
    }
  }

  /// Without a token there is no interim response, also for a short body.
  @Test func aShortBodyIsNotRequestedWithoutAToken() async throws {
    try await withLiveHost(functions: [Handlers.verified]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(
          "POST /functions/v1/verified HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
        #expect(await client.readResponse().verdict == "401 UNAUTHORIZED_NO_AUTH_HEADER")
        #expect(await client.isAtEnd())
      }
    }
  }

  @Test(arguments: [
    ("Host: x\r\nHost: y\r\n\r\n", 400), ("Host: x\r\nbad name: y\r\n\r\n", 400),
    ("Host: x\r\nA: \(String(repeating: "a", count: 40_000))\r\n\r\n", 431),
  ])
  func aRefusalOfHeadHasNoBody(_ fields: String, _ status: Int) async throws {
    try await withLiveHost(functions: [Handlers.echo]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send("HEAD /functions/v1/echo HTTP/1.1\r\n" + fields)
        let answer = await client.readResponse(toHead: true)
        #expect(answer.status == status)
        #expect(answer["content-length"] != nil)
        #expect(await client.isAtEnd())
      }
    }
  }

  /// curl requests HTTP/2 this way. A server without it ignores the field (RFC 9110, section 7.8).
  @Test func anUpgradeIsIgnored() async throws {
    try await withLiveHost(functions: [Handlers.echo]) { host in
      for upgrade in [
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n",
        "Connection: Upgrade\r\nUpgrade: websocket\r\n", "Upgrade: h2c\r\n",
      ] {
        try await withConnection(to: host.port) { client in
          for _ in 0..<2 {
            try await client.send(Self.start + "Host: x\r\n\(upgrade)Content-Length: 5\r\n\r\nhello")
            let answer = await client.readResponse()
            #expect(answer.body == "POST |-|hello")
            #expect(answer["connection"] == nil)
          }
        }
      }
    }
  }

  @Test func otherMethods() async throws {
    for method in ["TRACE", "PROPFIND", "CONNECT"] {
      let target = method == "CONNECT" ? "x:80" : "/functions/v1/echo"
      try await withLiveHost(functions: [Handlers.echo]) { host in
        try await withConnection(to: host.port) { client in
          try await client.send("\(method) \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
          #expect(await client.readResponse().status == 405)
        }
      }
    }
  }

  /// The refusal of a malformed request does not depend on the one before.
  @Test func aRefusalAfterAHeadHasItsBody() async throws {
    try await withLiveHost(functions: [Handlers.echo]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send("HEAD /functions/v1/echo HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.readResponse(toHead: true).status == 200)
        try await client.send("nonsense\r\n\r\n")
        #expect(await client.readResponse().verdict == "400 BAD_REQUEST")
      }
    }
  }
}
