import Edge
import Loop
import NIOCore
import Testing

@testable import Host

/// Requests on one connection, one after another and sent ahead.
@Suite(.timeLimit(.minutes(10))) struct KeepAliveTests {
  private static func get(_ path: String, _ more: String = "") -> String {
    "GET /functions/v1/\(path) HTTP/1.1\r\nhost: x\r\n\(more)\r\n"
  }
  private static func post(_ path: String, _ body: String) -> String {
    "POST /functions/v1/\(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test func oneAfterAnother() async throws {
    try await withLiveHost(functions: [Handlers.echo]) { host in
      try await withConnection(to: host.port) { client in
        for number in 0..<5 {
          try await client.send(Self.post("echo/\(number)", "body \(number)"))
          let answer = await client.readResponse()
          #expect(answer.body == "POST /\(number)|-|body \(number)")
          #expect(answer["connection"] == nil)
          #expect(answer["date"]?.hasSuffix(" GMT") == true)
        }
      }
    }
  }

  @Test func answersComeInTheOrderOfTheirRequests() async throws {
    let (first, second) = (Promise<Bool>(), Promise<Bool>())
    let gated = Function.raw("gated", access: .anyone) { request, _ in
      if request.path == "/0" {
        second.fulfil(true)
        _ = await first.value()
      }
      return .text(request.path)
    }
    try await withLiveHost(functions: [gated, Handlers.echo]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(
          Self.get("gated/0") + Self.post("echo/1", "x") + Self.get("gated/2") + Self.get("none") + Self.get("gated/4"))
        _ = await second.value()
        first.fulfil(true)
        var bodies: [String] = []
        for _ in 0..<5 { bodies.append(await client.readResponse().body) }
        #expect(bodies[0] == "/0")
        #expect(bodies[1] == "POST /1|-|x")
        #expect(bodies[2] == "/2")
        #expect(bodies[3].contains("NOT_FOUND"))
        #expect(bodies[4] == "/4")
      }
    }
  }

  @Test func manyAtOnce() async throws {
    try await withLiveHost(functions: [Handlers.echo]) { host in
      try await withConnection(to: host.port) { client in
        let count = 500
        let requests = (0..<count).map { Self.post("echo/\($0)", "\($0)") }.joined()
        let socket = client.socket
        async let sent: Void = socket.write(ByteBuffer(string: requests))
        for number in 0..<count { #expect(await client.readResponse().body == "POST /\(number)|-|\(number)") }
        try await sent
      }
    }
  }

  @Test func aFaultComesAfterTheAnswersBeforeIt() async throws {
    try await withLiveHost(functions: [Handlers.echo]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("echo/1") + Self.get("echo/2") + "nonsense\r\n\r\n" + Self.get("echo/3"))
        #expect(await client.readResponse().body == "GET /1|-|")
        #expect(await client.readResponse().body == "GET /2|-|")
        let refused = await client.readResponse()
        #expect(refused.verdict == "400 BAD_REQUEST")
        #expect(refused["connection"] == "close")
        #expect(await client.isAtEnd())
      }
    }
  }

  @Test func aClientMayAskToClose() async throws {
    try await withLiveHost(functions: [Handlers.echo]) { host in
      for request in [
        Self.get("echo", "Connection: close\r\n"), "GET /functions/v1/echo HTTP/1.0\r\n\r\n",
        "GET /functions/v1/echo HTTP/1.0\r\nHost: x\r\n\r\n",
      ] {
        try await withConnection(to: host.port) { client in
          try await client.send(request)
          let answer = await client.readResponse()
          #expect(answer.status == 200)
          #expect(answer["connection"] == "close")
          #expect(await client.isAtEnd())
        }
      }
    }
  }

  /// Bytes that the socket does not take at once must not be lost when the connection closes.
  @Test func aLargeAnswerIsWholeBeforeTheClose() async throws {
    let size = 30 << 20
    let large = Function.raw("large", access: .anyone) { _, _ in .bytes([UInt8](repeating: 0x78, count: size)) }
    try await withLiveHost(functions: [large]) { host in
      for request in [Self.get("large", "Connection: close\r\n"), "GET /functions/v1/large HTTP/1.0\r\n\r\n"] {
        try await withConnection(to: host.port) { client in
          try await client.send(request)
          let head = await client.readHead()
          #expect(head["content-length"] == "\(size)")
          #expect(await client.countToEnd() == size)
        }
      }
    }
  }

  @Test func anUnusedConnectionIsClosed() async throws {
    try await withLiveHost(functions: [Handlers.echo], configure: { $0.limits.keepAliveTimeout = 0.05 }) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("echo"))
        #expect(await client.readResponse().status == 200)
        #expect(await client.isAtEnd())
      }
    }
  }

  /// A connection that still sends a response is not unused.
  @Test func aLargeAnswerIsWholeHoweverSlowTheClient() async throws {
    let size = 30 << 20
    let large = Function.raw("large", access: .anyone) { _, _ in .bytes([UInt8](repeating: 0x78, count: size)) }
    try await withLiveHost(functions: [large, Handlers.echo]) {
      $0.limits.keepAliveTimeout = 0.05
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("large"))
        _ = await client.readHead()
        // Another connection has come, gone unused and been closed meanwhile.
        try await withConnection(to: host.port) { other in
          try await other.send(Self.get("echo"))
          _ = await other.readResponse()
          #expect(await other.isAtEnd())
        }
        #expect(await client.countToEnd() == size)
      }
    }
  }

  @Test func answersWithoutBody() async throws {
    let bare = Function.raw("bare", access: .anyone) { request, _ in
      switch request.path {
      case "/204": Response(status: .noContent, body: ResponseBody(.init(string: "unwanted")))
      case "/304": Response(status: .notModified, body: ResponseBody(.init(string: "unwanted")))
      case "/stream":
        Response(status: .noContent, body: ResponseBody { try await $0.write("unwanted") })
      default: .text("wanted")
      }
    }
    try await withLiveHost(functions: [bare]) { host in
      try await withConnection(to: host.port) { client in
        for (method, path, status) in [
          ("GET", "204", 204), ("GET", "304", 304), ("GET", "stream", 204), ("HEAD", "204", 204), ("GET", "x", 200),
        ] {
          try await client.send("\(method) /functions/v1/bare/\(path) HTTP/1.1\r\nHost: x\r\n\r\n")
          let answer = await client.readResponse(toHead: method == "HEAD")
          #expect(answer.status == status)
          #expect(answer.body == (status == 200 ? "wanted" : ""))
          if status == 204 {
            #expect(answer["content-length"] == nil)
            #expect(answer["transfer-encoding"] == nil)
          }
        }
        try await client.send("HEAD /functions/v1/bare/x HTTP/1.1\r\nHost: x\r\n\r\n" + Self.get("bare/y"))
        let head = await client.readResponse(toHead: true)
        #expect(head["content-length"] == "6")
        #expect(await client.readResponse().body == "wanted")
      }
    }
  }

  /// The host sets the fields that frame a message, and ignores those of a function.
  @Test func aFunctionCannotBreakTheFraming() async throws {
    let lies = Function.raw("lies", access: .anyone) { _, _ in
      var response = Response.text("right")
      for (name, value) in [
        ("content-length", "999"), ("transfer-encoding", "chunked"), ("connection", "close"), ("keep-alive", "x"),
        ("x-split", "a\r\nset-cookie: evil=1\r\n\r\nHTTP/1.1 200 OK"), ("x-null", "a\0b"),
      ] {
        if let name = HTTPField.Name(name) { response.headers.append(HTTPField(name: name, value: value)) }
      }
      return response
    }
    try await withLiveHost(functions: [lies]) { host in
      try await withConnection(to: host.port) { client in
        for _ in 0..<2 {
          try await client.send(Self.get("lies"))
          let answer = await client.readResponse()
          #expect(answer.body == "right")
          #expect(answer["content-length"] == "5")
          #expect(answer["set-cookie"] == nil)
          #expect(answer["connection"] == nil)
        }
      }
    }
  }
}
