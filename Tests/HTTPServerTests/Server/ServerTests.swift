import HTTPTypes
import NIOCore
import Synchronization
import Testing

@testable import HTTPServer

/// A server with a test's handler.
@Suite(.timeLimit(.minutes(10))) struct ServerTests {
  private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n" }

  /// Runs a test with a server that listens on a port of its own.
  private func withServer(
    _ handler: TestHandler, limits: ServerLimits = .test, _ test: (_ server: Server, _ port: Int) async throws -> Void
  ) async throws {
    let server = try Server(loops: 1, limits: limits, handler: handler)
    let port = try await server.listen(host: "127.0.0.1", port: 0, socketPath: nil, isSocketOptional: false)
    let result: Result<Void, any Error>
    do { result = .success(try await test(server, port)) } catch { result = .failure(error) }
    await server.close()
    server.stop()
    try result.get()
  }

  @Test func requestsSentAheadAreAnsweredInTheirOrder() async throws {
    let handler = TestHandler { head, body in
      guard case .whole(let bytes) = body else { return .test("streamed") }
      return .test("\(head.method.rawValue) \(head.target) \(String(decoding: bytes, as: UTF8.self))")
    }
    try await withServer(handler) { _, port in
      let client = try TestClient(port: port)
      client.send(
        Self.get("/1") + "POST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc" + Self.get("/3"))
      for expected in ["GET /1 ", "POST /2 abc", "GET /3 "] { #expect(try client.readResponse() == expected) }
    }
    #expect(handler.outcomes == [.completed, .completed, .completed])
  }

  @Test func aStreamedBodyReachesTheHandlerAsItComes() async throws {
    let handler = TestHandler { _, body in
      guard case .stream(let pipe) = body else { return .test("whole") }
      var text = ""
      while let chunk = try? await pipe.next() { text += String(buffer: chunk) }
      return .test(text)
    }
    try await withServer(handler) { _, port in
      let client = try TestClient(port: port)
      client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
      client.send("2\r\nde\r\n0\r\n\r\n" + "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nfg")
      #expect(try client.readResponse() == "abcde")
      #expect(try client.readResponse() == "whole")
    }
  }

  /// The handler writes the refusals.
  @Test func theHandlerWritesRefusals() async throws {
    try await withServer(TestHandler { _, _ in .test("answered") }) { _, port in
      for (request, fault) in [
        ("nonsense\r\n", "notHTTP"), ("GET / HTTP/1.1\r\n\r\n", "hostCount"),
        ("GET / HTTP/1.1\r\nHost: x\r\na b: c\r\n\r\n", "invalidFieldName"),
        ("GET /\(String(repeating: "a", count: 40_000)) HTTP/1.1\r\nHost: x\r\n\r\n", "headTooLarge"),
      ] {
        let client = try TestClient(port: port)
        client.send(request)
        #expect(try client.readResponse() == fault)
      }
    }
  }

  @Test func anExchangeThatTakesTooLongIsReplaced() async throws {
    var limits = ServerLimits.test
    limits.idleTimeout = 0.05
    let (never, continuation) = AsyncStream<Void>.makeStream()
    let handler = TestHandler { _, _ in
      // It ends when the task is cancelled.
      for await _ in never {}
      return .test("too late")
    }
    try await withServer(handler, limits: limits) { server, port in
      let client = try TestClient(port: port)
      client.send(Self.get("/"))
      #expect(try client.readResponse() == "idle")
      await server.drain()
    }
    withExtendedLifetime(continuation) {}
    #expect(handler.outcomes == [.replaced(status: 504)])
  }

  @Test func connectionsAboveTheLimitAreRefused() async throws {
    var limits = ServerLimits.test
    limits.connections = 1
    try await withServer(TestHandler { _, _ in .test("answered") }, limits: limits) { _, port in
      let first = try TestClient(port: port)
      first.send(Self.get("/"))
      #expect(try first.readResponse() == "answered")
      let second = try TestClient(port: port)
      second.send(Self.get("/"))
      #expect(try second.readResponse() == "tooManyConnections")
      first.send(Self.get("/"))
      #expect(try first.readResponse() == "answered")
    }
  }

  @Test func aNetworkHasHalfOfTheConnections() async throws {
    var limits = ServerLimits.test
    limits.connections = 4
    try await withServer(TestHandler(countsNetworks: true) { _, _ in .test("answered") }, limits: limits) { _, port in
      let clients = try (0..<2).map { _ in try TestClient(port: port) }
      for client in clients {
        client.send(Self.get("/"))
        #expect(try client.readResponse() == "answered")
      }
      let refused = try TestClient(port: port)
      let closed = try TestClient(port: port)
      #expect(closed.isAtEnd())
      refused.send(Self.get("/"))
      #expect(try refused.readResponse() == "tooManyConnections")
      clients[0].send(Self.get("/"))
      #expect(try clients[0].readResponse() == "answered")
    }
  }

  /// The drain waits for the exchange, and the response says that the connection closes.
  @Test func anExchangeIsFinishedBeforeTheEnd() async throws {
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (permits, permit) = AsyncStream<Void>.makeStream()
    let handler = TestHandler { _, _ in
      begin.yield()
      for await _ in permits { break }
      return .test("finished")
    }
    try await withServer(handler) { server, port in
      let client = try TestClient(port: port)
      client.send(Self.get("/"))
      for await _ in begun { break }
      server.quiesce()
      permit.yield()
      await server.drain()
      #expect(handler.outcomes == [.completed])
      #expect(try client.readResponse() == "finished")
    }
  }
}
