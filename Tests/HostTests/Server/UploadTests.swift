import Edge
import Loop
import NIOCore
import Testing

@testable import Host

/// Bodies of requests: their limits, and back-pressure.
@Suite(.timeLimit(.minutes(10))) struct UploadTests {
  private static func start(_ name: String, _ framing: String) -> String {
    "POST /functions/v1/\(name) HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n"
  }

  private static let chunk = ByteBuffer(string: "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n")

  /// Sends chunks until the client is refused or `limit` of them are sent; returns the number of sent chunks.
  private func push(
    _ chunk: ByteBuffer = chunk, limit: Int, on socket: TestSocket,
    sent: @Sendable () -> Void = {}
  ) async -> Int {
    for count in 0..<limit {
      guard (try? await socket.write(chunk)) != nil else { return count }
      sent()
    }
    return limit
  }

  @Test func overTheLimitDeclared() async throws {
    try await withLiveHost(functions: [Handlers.typed, Handlers.echo]) { configuration in
      configuration.limits.jsonBody = 200_000
      configuration.limits.rawBody = 300_000
    } _: { host in
      for (name, limit) in [("typed", 200_000), ("echo", 300_000)] {
        try await withConnection(to: host.port) { client in
          // All of it is sent; the answer must still be there to be read.
          try await client.send(Self.start(name, "Content-Length: 2000000"))
          let socket = client.socket
          async let pushed = push(ByteBuffer(repeating: 0x78, count: 100_000), limit: 20, on: socket)
          let answer = await client.readResponse()
          #expect(answer.verdict == "413 PAYLOAD_TOO_LARGE")
          #expect(answer.body.contains("the limit of \(limit) bytes"))
          #expect(answer["connection"] == "close")
          _ = await pushed
          #expect(await client.isAtEnd())
        }
      }
    }
  }

  @Test func overTheLimitInChunks() async throws {
    try await withLiveHost(functions: [Handlers.typed, Handlers.echo]) { configuration in
      configuration.limits.jsonBody = 200_000
      configuration.limits.rawBody = 300_000
    } _: { host in
      for (name, limit) in [("typed", 200_000), ("echo", 300_000)] {
        try await withConnection(to: host.port) { client in
          try await client.send(Self.start(name, "Transfer-Encoding: chunked"))
          let socket = client.socket
          async let pushed = push(limit: 20, on: socket)
          let answer = await client.readResponse()
          #expect(answer.verdict == "413 PAYLOAD_TOO_LARGE")
          #expect(answer.body.contains("the limit of \(limit) bytes"))
          _ = await pushed
        }
      }
    }
  }

  /// A body that is declared too large is refused before its function runs, and without waiting for it.
  @Test func aBodyDeclaredTooLargeIsRefusedAtOnce() async throws {
    let raw = Function.raw("raw", access: .anyone) { _, _ in .text("ran") }
    try await withLiveHost(functions: [raw]) {
      $0.limits.rawBody = 100_000
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.start("raw", "Content-Length: 100001"))
        #expect(await client.readResponse().verdict == "413 PAYLOAD_TOO_LARGE")
      }
    }
  }

  @Test func theTokenIsCheckedBeforeTheBodyIsRead() async throws {
    try await withLiveHost(functions: [Function("big") { (input: JSONValue, _) in input }]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.start("big", "Content-Length: 1000000"))
        #expect(await client.readResponse().verdict == "401 UNAUTHORIZED_NO_AUTH_HEADER")
      }
    }
  }

  /// A short body that does not come with its head is checked like a large one.
  @Test func theTokenIsCheckedBeforeAShortBodyIsRead() async throws {
    try await withLiveHost(functions: [Function("short") { (input: JSONValue, _) in input }]) { host in
      try await withConnection(to: host.port) { client in
        for _ in 0..<2 {
          try await client.send(Self.start("short", "Content-Length: 60000"))
          let answer = await client.readResponse()
          #expect(answer.verdict == "401 UNAUTHORIZED_NO_AUTH_HEADER")
          // The rest of the body is dropped, and the connection stays open.
          #expect(answer["connection"] == nil)
          try await client.send(String(repeating: "x", count: 60_000))
        }
      }
    }
  }

  @Test func theRoleIsCheckedBeforeTheBodyIsRead() async throws {
    let service = Function("service", access: .serviceRole) { (input: JSONValue, _) in input }
    try await withLiveHost(functions: [service]) { host in
      let token = try host.harness.token(sub: nil, role: .anon)
      for length in ["Content-Length: 1000000", "Content-Length: 1000", "Transfer-Encoding: chunked"] {
        try await withConnection(to: host.port) { client in
          try await client.send(Self.start("service", "Authorization: Bearer \(token)\r\n\(length)"))
          #expect(await client.readResponse().verdict == "403 PERMISSION_DENIED")
        }
      }
    }
  }

  @Test func aShortBodyInTwoPiecesArrivesWhole() async throws {
    try await withLiveHost(functions: [Handlers.echo, Handlers.typed]) { host in
      try await withConnection(to: host.port) { client in
        for _ in 0..<2 {
          try await client.send(Self.start("typed", "Content-Length: 14") + #"{"name":"#)
          try await client.send(#""Ada"}"#)
          #expect(await client.readResponse().body == #"{"hello":"Ada"}"#)
          try await client.send(Self.start("echo", "Content-Length: 5"))
          try await client.send("hello")
          #expect(await client.readResponse().body == "POST |-|hello")
        }
      }
    }
  }

  @Test func aLargeBodyArrivesWhole() async throws {
    let sums = Function.raw("sums", access: .anyone) { request, _ in
      var (count, sum) = (0, 0)
      for try await chunk in request.body {
        count += chunk.readableBytes
        sum = chunk.readableBytesView.reduce(sum) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
      }
      return .text("\(count) \(sum)")
    }
    let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
    let sum = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
    try await withLiveHost(functions: [sums]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.start("sums", "Content-Length: \(bytes.count)"))
        try await client.send(ByteBuffer(bytes: bytes))
        #expect(await client.readResponse().body == "\(bytes.count) \(sum)")
        try await client.send(Self.start("sums", "Transfer-Encoding: chunked"))
        for slice in stride(from: 0, to: bytes.count, by: 100_001) {
          let part = bytes[slice..<min(slice + 100_001, bytes.count)]
          try await client.send(String(part.count, radix: 16) + ";ext=1\r\n")
          try await client.send(ByteBuffer(bytes: part))
          try await client.send("\r\n")
        }
        try await client.send("0\r\ntrailer: x\r\n\r\n")
        #expect(await client.readResponse().body == "\(bytes.count) \(sum)")
      }
    }
  }

  /// A chunk reaches the handler while the next one has not been sent.
  @Test func chunksArriveAsTheyAreSent() async throws {
    let (seen, report) = AsyncStream<String>.makeStream()
    let reads = Function.raw("reads", access: .anyone) { request, _ in
      for try await chunk in request.body { report.yield(String(buffer: chunk)) }
      return .text("done")
    }
    try await withLiveHost(functions: [reads]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.start("reads", "Transfer-Encoding: chunked"))
        var chunks = seen.makeAsyncIterator()
        for text in ["one", "two", "three"] {
          try await client.send("\(text.utf8.count)\r\n\(text)\r\n")
          #expect(await chunks.next() == text)
        }
        try await client.send("0\r\n\r\n")
        #expect(await client.readResponse().body == "done")
      }
    }
  }

  @Test func aHandlerThatReadsNothingHoldsItsClientBack() async throws {
    let (leave, entered) = (Promise<Bool>(), Promise<Bool>())
    let idle = Function.raw("idle", access: .anyone) { _, _ in
      entered.fulfil(true)
      _ = await leave.value()
      return .text("never read")
    }
    try await withLiveHost(functions: [idle]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.start("idle", "Transfer-Encoding: chunked"))
        _ = await entered.value()
        let socket = client.socket
        let pushed = Counter()
        await withTaskGroup(of: Void.self) { group in
          group.addTask { _ = await push(limit: 1600, on: socket) { pushed.increment() } }
          // It goes on while the kernel's buffers take it; other requests pass meanwhile.
          let last = await pushed.settle {
            _ = try? await host.harness.http.get("\(host.url)/functions/v1/_internal/health")
          }
          #expect(last < 400, "of 1600 chunks")
          leave.fulfil(true)
          #expect(await client.readResponse().body == "never read")
          group.cancelAll()
        }
      }
    }
  }

  /// The client's timeout does not include the handler's time.
  @Test func theTimeOfAHandlerDoesNotCountAgainstItsClient() async throws {
    let leave = Promise<Bool>()
    let late = Function.raw("late", access: .anyone) { request, _ in
      _ = await leave.value()
      return .text("\(try await request.body.collect(upTo: .max).readableBytes)")
    }
    try await withLiveHost(functions: [late]) { configuration in
      configuration.limits.bodyTimeout = 0.1
      configuration.limits.idleTimeout = 0.3
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.start("late", "Content-Length: 100000") + String(repeating: "x", count: 100_000))
        let answer = await client.readResponse()
        leave.fulfil(true)
        #expect(answer.verdict == "504 IDLE_TIMEOUT")
      }
    }
  }

  /// An interim response must not come between the chunks of a response.
  @Test func noInterimResponseFollowsTheBeginningOfAResponse() async throws {
    let turns = Function.raw("turns", access: .anyone) { request, _ in
      .stream(contentType: "text/plain") { writer in
        try await writer.write("begun")
        for try await chunk in request.body { try await writer.write(chunk) }
      }
    }
    try await withLiveHost(functions: [turns]) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.start("turns", "Expect: 100-continue\r\nTransfer-Encoding: chunked"))
        #expect(await client.readHead().status == 200)
        #expect(await client.readChunk() == "begun")
        try await client.send("3\r\nand\r\n0\r\n\r\n")
        #expect(await client.readChunk() == "and")
        #expect(await client.readChunk() == nil)
      }
    }
  }
}
