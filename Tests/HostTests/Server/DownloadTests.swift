import Edge
import Loop
import NIOCore
import Testing

@testable import Host

/// Streamed responses, and clients that are slow or leave.
@Suite(.timeLimit(.minutes(10))) struct DownloadTests {
  private static func get(_ name: String) -> String { "GET /functions/v1/\(name) HTTP/1.1\r\nHost: x\r\n\r\n" }

  @Test func eachEventReachesTheClientBeforeTheNextIsMade() async throws {
    let (permits, permit) = AsyncStream<Int>.makeStream()
    let events = Function.raw("events", access: .anyone) { _, _ in
      .events { send in
        for await number in permits { try await send(ServerSentEvent(data: "\(number)")) }
      }
    }
    try await withLiveHost(functions: [events]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("events"))
        let head = await client.readHead()
        #expect(head.status == 200)
        #expect(head["content-type"] == "text/event-stream")
        #expect(head["cache-control"] == "no-cache")
        #expect(head["transfer-encoding"] == "chunked")
        #expect(head["sb-request-id"] != nil)
        for number in 0..<5 {
          permit.yield(number)
          #expect(await client.readChunk() == "data: \(number)\n\n")
        }
        permit.finish()
        #expect(await client.readChunk() == nil)
        // The connection goes on.
        try await client.send("GET /functions/v1/_internal/health HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.read(through: #"{"message":"ok"}"#).contains("200"))
      }
    }
  }

  @Test func anOldClientReadsToTheEnd() async throws {
    let streams = Function.raw("streams", access: .anyone) { _, _ in
      .stream(contentType: "text/plain") { writer in
        try await writer.write("one ")
        try await writer.write("")
        try await writer.write("two")
      }
    }
    try await withLiveHost(functions: [streams]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send("GET /functions/v1/streams HTTP/1.0\r\n\r\n")
        let answer = await client.readResponse()
        #expect(answer["transfer-encoding"] == nil)
        #expect(answer["content-length"] == nil)
        #expect(answer.body == "one two")
      }
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("streams"))
        #expect(await client.readResponse().body == "one two")
      }
    }
  }

  @Test func aSlowClientSlowsTheHandler() async throws {
    let written = Counter()
    let pours = Function.raw("pours", access: .anyone) { _, _ in
      .stream(contentType: "application/octet-stream") { writer in
        let chunk = ByteBuffer(repeating: 0x78, count: 1 << 16)
        for _ in 0..<1600 {
          try await writer.write(chunk)
          written.increment()
        }
      }
    }
    try await withLiveHost(functions: [pours]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("pours"))
        _ = await client.readHead()
        let last = try await written.settle {
          _ = try await host.harness.http.get("\(host.url)/functions/v1/_internal/health")
        }
        #expect(last < 1000, "of 1600 chunks")
        // A client that reads on gets the rest.
        var count = 0
        while let chunk = await client.readChunk() { count += chunk.utf8.count }
        #expect(count == 1600 << 16)
      }
    }
  }

  @Test func aStreamThatThrowsIsBrokenOff() async throws {
    struct Broken: Error {}
    let breaks = Function.raw("breaks", access: .anyone) { _, _ in
      .stream(contentType: "text/plain") { writer in
        try await writer.write("half")
        throw Broken()
      }
    }
    try await withLiveHost(functions: [breaks]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("breaks"))
        let text = await client.readToEnd()
        #expect(text.hasSuffix("4\r\nhalf\r\n"))
        #expect(!text.contains("0\r\n\r\n"))
        #expect(!text.contains("Broken"))
      }
      let line = try #require(await host.harness.logs.invocations(1).first)
      #expect(line.level == .error)
      #expect(line.metadata["outcome"] == "failed")
      #expect(line.metadata["error"] == "Broken()")
    }
  }

  @Test func aClientThatLeavesCancelsTheHandler() async throws {
    let (entered, cancelled) = (Promise<Bool>(), Promise<Bool>())
    let waits = Function.raw("waits", access: .anyone) { _, _ in
      entered.fulfil(true)
      await untilCancelled(fulfilling: cancelled)
      try Task.checkCancellation()
      return .text("late")
    }
    try await withLiveHost(functions: [waits]) {
      $0.limits.halfCloseProbe = 0.05
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("waits"))
        _ = await entered.value()
      }
      #expect(await cancelled.value())
      let line = try #require(await host.harness.logs.invocations(1).first)
      #expect(line.metadata["outcome"] == "client_left")
      #expect(line.metadata["error"] == nil)
    }
  }

  @Test func aClientThatLeavesMidwayCancelsTheStream() async throws {
    let ended = Promise<String>()
    let pours = Function.raw("pours", access: .anyone) { _, _ in
      .stream(contentType: "text/plain") { writer in
        do {
          while true { try await writer.write("more and more and more") }
        } catch {
          ended.fulfil("\(type(of: error))")
          throw error
        }
      }
    }
    try await withLiveHost(functions: [pours]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.get("pours"))
        _ = await client.readHead()
        _ = await client.readChunk()
      }
      #expect(await ended.value() == "CancellationError")
    }
  }

  @Test func aClientThatLeavesMidUploadCancelsTheHandler() async throws {
    let (entered, ended) = (Promise<Bool>(), Promise<Bool>())
    let reads = Function.raw("reads", access: .anyone) { request, _ in
      do {
        for try await _ in request.body { entered.fulfil(true) }
        ended.fulfil(false)
      } catch {
        ended.fulfil(true)
      }
      return .noContent
    }
    try await withLiveHost(functions: [reads]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send("POST /functions/v1/reads HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nbeginning")
        _ = await entered.value()
      }
      // An incomplete response must not look whole.
      #expect(await ended.value())
    }
  }

  @Test func aHandlerThatTakesTooLongIsAnswered504() async throws {
    let cancelled = Promise<Bool>()
    let hangs = Function.raw("hangs", access: .anyone) { _, _ in
      await untilCancelled(fulfilling: cancelled)
      return .text("too late")
    }
    try await withLiveHost(functions: [hangs]) {
      $0.limits.idleTimeout = 0.25
    } _: { host in
      var id: String?
      try await withConnection(to: host.port) { client in
        let trace = "0af7651916cd43dd8448eb211c80319c"
        try await client.send(
          "GET /functions/v1/hangs HTTP/1.1\r\nHost: x\r\ntraceparent: 00-\(trace)-b7ad6b7169203331-01\r\n\r\n")
        let answer = await client.readResponse()
        #expect(answer.verdict == "504 IDLE_TIMEOUT")
        #expect(answer["traceparent"]?.hasPrefix("00-\(trace)-") == true)
        #expect(answer.body == #"{"code":"IDLE_TIMEOUT","message":"Request idle timeout limit (0.25s) reached"}"#)
        #expect(answer["x-relay-error"] == "true")
        id = answer["sb-request-id"]
        #expect(answer["access-control-allow-origin"] == "*")
        #expect(answer["access-control-expose-headers"] == "sb-error-code")
        #expect(await client.isAtEnd())
      }
      #expect(await cancelled.value())
      // The log line and the counter have the status that the client got.
      let line = await host.harness.logs.invocations(1).first
      #expect(line?.metadata["status"] == "504")
      #expect(line?.metadata["id"] == id)
      #expect(host.harness.registry.text.contains(#"swiftlet_requests_total{function="hangs",status="504"} 1"#))
    }
  }
}
