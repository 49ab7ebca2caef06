import Edge
import Loop
import NIOCore
import Testing

@testable import Host

/// Clients that end their output: they wait for their responses, or have left.
@Suite(.timeLimit(.minutes(10))) struct HalfCloseTests {
  private static func get(_ path: String, _ more: String = "") -> String {
    "GET /functions/v1/\(path) HTTP/1.1\r\nHost: x\r\n\(more)\r\n"
  }

  private func endOutput(of client: TestClient) { client.socket.endOutput() }

  /// Answers once a gate is open.
  private static func gated(_ begun: Promise<Bool>, _ gate: Promise<Bool>) -> some Endpoint {
    Function.raw("gated", access: .anyone) { request, _ in
      begun.fulfil(true)
      _ = await gate.value()
      return .text("cancelled: \(Task.isCancelled)")
    }
  }

  @Test func requestsBeforeTheEndAreAnsweredInOrder() async throws {
    let (begun, gate) = (Promise<Bool>(), Promise<Bool>())
    try await withLiveHost(functions: [Self.gated(begun, gate), Handlers.echo]) {
      $0.limits.halfCloseProbe = 3600
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("gated") + Self.get("echo/1") + Self.get("echo/2"))
        _ = await begun.value()
        endOutput(of: client)
        gate.fulfil(true)
        #expect(await client.readResponse().body == "cancelled: false")
        #expect(await client.readResponse().body == "GET /1|-|")
        #expect(await client.readResponse().body == "GET /2|-|")
        #expect(await client.isAtEnd())
      }
    }
  }

  /// A handler that takes long goes on: the client discards the interim response.
  @Test func aSlowResponseIsWaitedFor() async throws {
    let (begun, gate) = (Promise<Bool>(), Promise<Bool>())
    try await withLiveHost(functions: [Self.gated(begun, gate)]) {
      $0.limits.halfCloseProbe = 0.05
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("gated"))
        _ = await begun.value()
        endOutput(of: client)
        #expect(await client.readHead().status == 100)
        gate.fulfil(true)
        #expect(await client.readResponse().body == "cancelled: false")
        #expect(await client.isAtEnd())
      }
    }
  }

  /// HTTP/1.0 has no interim responses.
  @Test func anHTTP10ClientGetsNoInterimResponse() async throws {
    let (begun, gate) = (Promise<Bool>(), Promise<Bool>())
    try await withLiveHost(functions: [Self.gated(begun, gate)]) {
      $0.limits.halfCloseProbe = 0
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send("GET /functions/v1/gated HTTP/1.0\r\n\r\n")
        _ = await begun.value()
        endOutput(of: client)
        try await withConnection(to: host.port) { other in
          try await other.send(Self.get("_internal/health", "Connection: close\r\n"))
          _ = await other.readToEnd()
        }
        gate.fulfil(true)
        let text = await client.readToEnd()
        #expect(text.hasSuffix("cancelled: false"))
        #expect(!text.contains("100 Continue"))
      }
    }
  }

  @Test func aStreamedResponseIsWhole() async throws {
    let (begun, gate) = (Promise<Bool>(), Promise<Bool>())
    let pours = Function.raw("pours", access: .anyone) { _, _ in
      .stream(contentType: "text/plain") { writer in
        try await writer.write("one")
        begun.fulfil(true)
        _ = await gate.value()
        try await writer.write("two")
      }
    }
    try await withLiveHost(functions: [pours]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("pours"))
        _ = await begun.value()
        endOutput(of: client)
        gate.fulfil(true)
        #expect(await client.readResponse().body == "onetwo")
        #expect(await client.isAtEnd())
      }
    }
  }

  @Test func aClientThatEndsInMidRequestHasLeft() async throws {
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Bool>.makeStream()
    let reads = Function.raw("reads", access: .anyone) { request, _ in
      begin.yield()
      do {
        _ = try await request.body.collect(upTo: .max)
        end.yield(false)
      } catch {
        end.yield(true)
      }
      return .noContent
    }
    try await withLiveHost(functions: [reads]) { host in
      var ends = ended.makeAsyncIterator()
      for framing in ["Content-Length: 10", "Content-Length: 100000", "Transfer-Encoding: chunked"] {
        try await withConnection(to: host.port) { client in
          try await client.send("POST /functions/v1/reads HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n")
          for await _ in begun { break }
          endOutput(of: client)
          #expect(await client.readToEnd() == "")
        }
        #expect(await ends.next() == true)
      }
    }
  }
}
