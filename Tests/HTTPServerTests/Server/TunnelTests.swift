import HTTPTypes
import Loop
import NIOCore
import Testing

@testable import HTTPServer

/// Connections that switch to another protocol.
@Suite(.timeLimit(.minutes(10))) struct TunnelTests {
  private static let upgrade = "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n"

  /// A handler that switches protocols, and then runs a closure.
  private func handler(_ run: @escaping @Sendable (ByteStream) async throws -> Void) -> TestHandler {
    TestHandler { _, _ in
      ServerResponse(
        status: .switchingProtocols, fields: TestFields([("Connection", "Upgrade"), ("Upgrade", "echo")]),
        body: .tunnel(run))
    }
  }

  private static let echo: @Sendable (ByteStream) async throws -> Void = { stream in
    while let bytes = try await stream.read() { try await stream.write(bytes) }
  }

  private func withServer(
    _ handler: TestHandler, limits: ServerLimits = .test, _ test: (_ server: Server, _ port: Int) async throws -> Void
  ) async throws {
    let server = try Server(loops: 1, limits: limits, handler: handler)
    let port = try await server.listen(host: "127.0.0.1", port: 0, socketPath: nil, isSocketOptional: false)
    let result: Result<Void, any Error>
    do { result = .success(try await test(server, port)) } catch { result = .failure(error) }
    await server.close()
    await server.drain()
    server.stop()
    try result.get()
  }

  private func expectHead(_ client: TestClient) throws {
    let head = try client.readHead()
    #expect(head.first == "HTTP/1.1 101 Switching Protocols")
    #expect(
      head.filter { $0.hasPrefix("Connection: ") || $0.hasPrefix("Upgrade: ") } == [
        "Connection: Upgrade", "Upgrade: echo",
      ])
    #expect(!head.contains { $0.lowercased().hasPrefix("content-length") || $0.lowercased().hasPrefix("transfer-") })
  }

  @Test func bytesPassAsTheyAre() async throws {
    let handler = handler(Self.echo)
    try await withServer(handler) { server, port in
      let client = try TestClient(port: port)
      client.send(Self.upgrade)
      try expectHead(client)
      client.send("GET / HTTP/1.1\r\n\r\n")
      #expect(try client.read(18) == Array("GET / HTTP/1.1\r\n\r\n".utf8))
      client.endOutput()
      #expect(client.isAtEnd())
      await server.drain()
    }
    #expect(handler.outcomes == [.completed])
  }

  @Test func bytesSentRightBehindTheRequestBelongToTheTunnel() async throws {
    try await withServer(handler(Self.echo)) { _, port in
      let client = try TestClient(port: port)
      client.send(Self.upgrade + "first")
      try expectHead(client)
      #expect(try client.read(5) == Array("first".utf8))
    }
  }

  @Test func aTunnelFollowsOtherRequestsOfItsConnection() async throws {
    let handler = TestHandler { head, _ in
      guard head.target == "/ws" else { return .test("plain") }
      return ServerResponse(status: .switchingProtocols, fields: TestFields([]), body: .tunnel(Self.echo))
    }
    try await withServer(handler) { _, port in
      let client = try TestClient(port: port)
      client.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n" + Self.upgrade + "bytes")
      #expect(try client.readResponse() == "plain")
      #expect(try client.readHead().first == "HTTP/1.1 101 Switching Protocols")
      #expect(try client.read(5) == Array("bytes".utf8))
    }
  }

  @Test func theHandlerMayEndItsOutputFirst() async throws {
    let (received, continuation) = AsyncStream<[UInt8]>.makeStream()
    let handler = handler { stream in
      try await stream.write(Array("bye".utf8))
      stream.endOutput()
      while let bytes = try await stream.read() { continuation.yield(bytes) }
      continuation.finish()
    }
    try await withServer(handler) { _, port in
      let client = try TestClient(port: port)
      client.send(Self.upgrade)
      try expectHead(client)
      #expect(try client.read(3) == Array("bye".utf8))
      #expect(client.isAtEnd())
      client.send("after")
      client.endOutput()
      var all: [UInt8] = []
      for await bytes in received { all += bytes }
      #expect(all == Array("after".utf8))
    }
  }

  @Test func largeAmountsPassInBothDirections() async throws {
    try await withServer(handler(Self.echo)) { _, port in
      let client = try TestClient(port: port)
      client.send(Self.upgrade)
      try expectHead(client)
      let text = String(repeating: "0123456789abcdef", count: 4096)
      for _ in 0..<64 {
        client.send(text)
        #expect(try client.read(text.utf8.count) == Array(text.utf8))
      }
    }
  }

  @Test func aHandlerThatFailsClosesTheConnection() async throws {
    struct Failure: Error {}
    let handler = handler { _ in throw Failure() }
    try await withServer(handler) { server, port in
      let client = try TestClient(port: port)
      client.send(Self.upgrade)
      try expectHead(client)
      #expect(client.isAtEnd())
      await server.drain()
    }
    #expect(handler.outcomes == [.failed])
  }

  @Test func aTunnelWithoutBytesIsClosed() async throws {
    var limits = ServerLimits.test
    limits.tunnelIdleTimeout = 0.1
    let handler = handler(Self.echo)
    try await withServer(handler, limits: limits) { server, port in
      let client = try TestClient(port: port)
      client.send(Self.upgrade)
      try expectHead(client)
      #expect(client.isAtEnd())
      await server.drain()
    }
    #expect(handler.outcomes == [.clientLeft])
  }

  /// The limits on requests and responses do not hold for a tunnel. A younger connection is closed by them, which shows
  /// that their time has passed.
  @Test func theLimitsOnRequestsDoNotEndATunnel() async throws {
    var limits = ServerLimits.test
    (limits.keepAliveTimeout, limits.bodyTimeout, limits.idleTimeout, limits.wallClock) = (0.5, 0.5, 0.5, 0.5)
    let handler = TestHandler(isImmediate: true) { head, _ in
      guard head.target == "/ws" else { return .test("plain") }
      return ServerResponse(status: .switchingProtocols, fields: TestFields([]), body: .tunnel(Self.echo))
    }
    try await withServer(handler, limits: limits) { _, port in
      let client = try TestClient(port: port)
      client.send(Self.upgrade)
      #expect(try client.readHead().first == "HTTP/1.1 101 Switching Protocols")
      let younger = try TestClient(port: port)
      younger.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try younger.readResponse() == "plain")
      #expect(younger.isAtEnd())
      client.send("bytes")
      #expect(try client.read(5) == Array("bytes".utf8))
    }
  }

  @Test func aStoppingServerClosesATunnelThatIsQuiet() async throws {
    var limits = ServerLimits.test
    limits.lastRequestTimeout = 0.1
    try await withServer(handler(Self.echo), limits: limits) { server, port in
      let client = try TestClient(port: port)
      client.send(Self.upgrade)
      try expectHead(client)
      await server.drain()
      #expect(client.isAtEnd())
    }
  }

  @Test func closingAServerCancelsTheHandler() async throws {
    let handler = handler { _ in
      let (never, continuation) = AsyncStream<Void>.makeStream()
      for await _ in never {}
      withExtendedLifetime(continuation) {}
      try Task.checkCancellation()
    }
    try await withServer(handler) { server, port in
      let client = try TestClient(port: port)
      client.send(Self.upgrade)
      try expectHead(client)
      await server.close()
      await server.drain()
      #expect(client.isAtEnd())
    }
    #expect(handler.outcomes == [.clientLeft])
  }

  /// RFC 9110, section 7.8: a server ignores Upgrade in HTTP/1.0. A body that has not come could not be told from the
  /// tunnel's bytes.
  @Test(arguments: [
    "GET /ws HTTP/1.0\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n",
  ]) func aRequestThatMayNotSwitchIsClosed(_ request: String) async throws {
    let handler = handler(Self.echo)
    try await withServer(handler) { server, port in
      let client = try TestClient(port: port)
      client.send(request)
      #expect(client.isAtEnd())
      await server.drain()
    }
    #expect(handler.outcomes == [.clientLeft])
  }
}
