import Curl
import Edge
import Foundation
import HTTPServer
import HTTPTypes
import Loop
import NIOCore
import Synchronization
import Testing

@testable import Gateway
@testable import Host

/// A WebSocket that passes through one server to another; no frame is parsed on the way, so the tests send any bytes.
@Suite(.timeLimit(.minutes(10))) struct WebSocketTunnelTests {
  /// Runs a test with a server that answers by a closure.
  private func withServer(
    _ answer: @escaping @Sendable (RequestHead) async -> ServerResponse, _ test: (_ port: Int) async throws -> Void
  ) async throws {
    let server = try Server(loops: 1, limits: ServerLimits(Limits()), handler: ClosureHandler(answer))
    let port = try await server.listen(host: "127.0.0.1", port: 0, socketPath: nil, isSocketOptional: false)
    let result: Result<Void, any Error>
    do { result = .success(try await test(port)) } catch { result = .failure(error) }
    await server.close()
    await server.drain()
    server.stop()
    try result.get()
  }

  /// Runs a test with a client's connection to a server that forwards to another one.
  private func withTunnel(
    to answer: @escaping @Sendable (RequestHead) async -> ServerResponse,
    _ test: (_ client: ByteStream) async throws -> Void
  ) async throws {
    try await withServer(answer) { upstream in
      let tunnel = WebSocketTunnel()
      try await withServer { head in
        var request = HTTPClient.Request(url: "http://127.0.0.1:\(upstream)\(head.target)")
        request.headers[.secWebSocketKey] = "key"
        do {
          return ServerResponse(try await tunnel.open(request), Self.hostFields)
        } catch {
          return ServerResponse(.text("\(error)", status: .badGateway), Self.hostFields)
        }
      } _: { port in
        let connector = StreamConnector()
        let client = try await connector.connect(
          HTTPClient.Request(url: "http://127.0.0.1:\(port)"), until: .now + .seconds(3600))
        let result: Result<Void, any Error>
        do { result = .success(try await test(client)) } catch { result = .failure(error) }
        client.close()
        await connector.shutdown()
        try result.get()
      }
    }
  }

  private static let hostFields = HostFields(id: InvocationID(at: .now), servedBy: "test")

  private static func switching(_ run: @escaping @Sendable (ByteStream) async throws -> Void) -> ServerResponse {
    let fields: HTTPFields = [.connection: "Upgrade", .upgrade: "websocket", .secWebSocketAccept: "accept"]
    return ServerResponse(
      Response(status: .switchingProtocols, headers: fields, body: ResponseBody(tunnel: run)), hostFields)
  }

  private static func request(_ target: String) -> [UInt8] {
    Array("GET \(target) HTTP/1.1\r\nHost: app\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n".utf8)
  }

  /// Reads an answer's head with so many bytes behind it.
  private func read(_ client: ByteStream, and count: Int) async throws -> (head: String, rest: String) {
    var text = ""
    while true {
      if let end = text.firstRange(of: "\r\n\r\n"), text[end.upperBound...].utf8.count >= count {
        return (String(text[..<end.lowerBound]), String(text[end.upperBound...]))
      }
      text += String(decoding: try #require(try await client.read()), as: UTF8.self)
    }
  }

  @Test func bytesPassFromTheHandshakeToTheEnd() async throws {
    try await withTunnel { head in
      Self.switching { stream in
        try await stream.write(Array("welcome to \(head.target);".utf8))
        while let bytes = try await stream.read() { try await stream.write(bytes) }
        try await stream.write(Array("bye".utf8))
      }
    } _: { client in
      try await client.write(Self.request("/socket?a=%20") + Array("first".utf8))
      let (head, rest) = try await read(client, and: 29)
      #expect(head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
      #expect(head.contains("Sec-WebSocket-Accept: accept"))
      #expect(rest == "welcome to /socket?a=%20;first")
      client.endOutput()
      var end = ""
      while let bytes = try await client.read() { end += String(decoding: bytes, as: UTF8.self) }
      #expect(end == "bye")
    }
  }

  @Test func theServerMayEndItsOutputFirst() async throws {
    let (received, continuation) = AsyncStream<[UInt8]>.makeStream()
    try await withTunnel { _ in
      Self.switching { stream in
        stream.endOutput()
        while let bytes = try await stream.read() { continuation.yield(bytes) }
        continuation.finish()
      }
    } _: { client in
      try await client.write(Self.request("/"))
      _ = try await read(client, and: 0)
      #expect(try await client.read() == nil)
      try await client.write(Array("after".utf8))
      client.endOutput()
      var all: [UInt8] = []
      for await bytes in received { all += bytes }
      #expect(all == Array("after".utf8))
    }
  }

  @Test func theServersSideClosesWithTheClients() async throws {
    let (closed, continuation) = AsyncStream<Void>.makeStream()
    try await withTunnel { _ in
      Self.switching { stream in
        defer { continuation.finish() }
        while try await stream.read() != nil {}
      }
    } _: { client in
      try await client.write(Self.request("/"))
      _ = try await read(client, and: 0)
      client.close()
      for await _ in closed {}
    }
  }

  @Test func theClientsSideClosesWithTheServers() async throws {
    struct Failure: Error {}
    try await withTunnel { _ in
      Self.switching { _ in throw Failure() }
    } _: { client in
      try await client.write(Self.request("/"))
      _ = try await read(client, and: 0)
      #expect((try? await client.read()) == nil)
    }
  }

  @Test func aRefusalReachesTheClientWithItsBody() async throws {
    try await withTunnel { _ in
      ServerResponse(.text("not you", status: .forbidden), Self.hostFields)
    } _: { client in
      try await client.write(Self.request("/"))
      let (head, rest) = try await read(client, and: 7)
      #expect(head.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
      #expect(head.contains("content-length: 7"))
      #expect(rest == "not you")
    }
  }

  @Test func aHandshakeWithoutAnAnswerEnds() async throws {
    let isReleased = AsyncStream<Void>.makeStream()
    try await withServer { _ in
      for await _ in isReleased.stream {}
      return ServerResponse(.text("late"), Self.hostFields)
    } _: { port in
      var request = HTTPClient.Request(url: "http://127.0.0.1:\(port)")
      request.timeout = .milliseconds(50)
      let error = await #expect(throws: HTTPClientError.self) { _ = try await WebSocketTunnel().open(request) }
      #expect(error?.code == .timedOut)
      isReleased.continuation.finish()
    }
  }
}

/// A server's handler that answers by a closure.
private final class ClosureHandler: ServerHandler {
  private final class Exchange: ExchangeHandler {
    let head: RequestHead
    let answer: @Sendable (RequestHead) async -> ServerResponse

    init(_ head: RequestHead, _ answer: @escaping @Sendable (RequestHead) async -> ServerResponse) {
      self.head = head
      self.answer = answer
    }

    var isImmediate: Bool { false }

    func respond(to body: IncomingBody, through exchange: HTTPServer.Exchange) async {
      _ = await exchange.send(await answer(head))
    }

    func refusal(of fault: ProtocolFault) -> ServerResponse { refusedResponse }
  }

  private let answer: @Sendable (RequestHead) async -> ServerResponse

  init(_ answer: @escaping @Sendable (RequestHead) async -> ServerResponse) { self.answer = answer }

  func exchange(
    for head: RequestHead, from peer: String?, on loop: Int, at now: NIODeadline
  ) -> any ExchangeHandler { Exchange(head, answer) }

  func refusal(of fault: ProtocolFault) -> ServerResponse { refusedResponse }
  func network(of peer: String) -> String? { nil }
  func connectionOpened(isAboveLimit: Bool) {}
  func connectionClosed() {}
  func networkRefused(_ peer: String, at now: NIODeadline) {}
  func acceptFailed(_ error: CInt, at now: NIODeadline) {}
}

/// The refusal of a request that no test sends.
private let refusedResponse = ServerResponse(
  .text("refused", status: .badRequest), HostFields(id: InvocationID(at: .now), servedBy: "test"))
