import Curl
import HTTPCalls
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@Suite("Answers before the end of a streamed body", .timeLimit(.minutes(10)))
struct EarlyAnswerTests {
  /// How many bytes of a response wait for its reader.
  private static let buffered = 64 << 10

  /// A request with a body of three bytes whose source then waits for an operation.
  private static func request(
    _ server: TestServer, length: Int? = nil, then wait: @escaping @Sendable () async throws -> Void
  ) -> HTTPClient.Request {
    let isFirst = Mutex(true)
    var request = HTTPClient.Request(method: .post, url: server.url)
    request.streamedBody = HTTPClient.StreamedBody(length: length) {
      let gives = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if gives { return ByteBuffer(string: "abc") }
      try await wait()
      return nil
    }
    return request
  }

  @Test(
    "an early answer arrives, and cancels a call of the source",
    arguments: [
      "413 Content Too Large\r\nContent-Length: 5", "413 Content Too Large\r\nConnection: close\r\nContent-Length: 5",
      "413 Content Too Large\r\nConnection: close", "200 OK\r\nConnection: close\r\nContent-Length: 5",
      "200 OK\r\nContent-Length: 5", "200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked",
    ], [nil, 100])
  func early(answer: String, length: Int?) async throws {
    for comesAtOnce in [false, true] {
      let waits = Gate()
      let cancelled = Events(of: Bool.self)
      try await withServer({ connection in
        _ = connection.readHead()
        _ = connection.read(3)
        // Else libcurl may not have asked for more of the body yet.
        if !comesAtOnce { waits.wait() }
        connection.write("HTTP/1.1 \(answer)\r\n\r\n")
        connection.write(answer.hasSuffix("chunked") ? "5\r\nearly\r\n0\r\n\r\n" : "early")
        connection.finishWriting()
        while connection.receive(1000) != nil {}
      }) { server, client in
        let request = Self.request(server, length: length) {
          waits.open()
          do { try await untilCancelled() } catch { cancelled.send(true) }
        }
        let response = try await client.stream(request)
        #expect(response.status.code == (answer.hasPrefix("413") ? 413 : 200))
        #expect(try await String(buffer: response.body.collect(upTo: 5)) == "early")
        if !comesAtOnce { _ = try await cancelled.next() }
      }
    }
  }

  @Test("an answer that fills the buffer ends although it was paused at its end")
  func pausedAtItsEnd() async throws {
    let waits = Gate()
    let cancelled = Events(of: Bool.self)
    let written = Events(of: Bool.self)
    let body = String(repeating: "x", count: Self.buffered)
    try await withServer({ connection in
      guard connection.readHead()?.method == "POST" else { return connection.respond() }
      _ = connection.readChunk()
      waits.wait()
      // libcurl gives each chunk on by itself: the first one fills the buffer, and the second one comes with the end.
      connection.write(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n"
          + "1\r\ny\r\n0\r\n\r\n")
      written.send(true)
      while connection.receive(1000) != nil {}
    }) { server, client in
      let request = Self.request(server) {
        waits.open()
        do { try await untilCancelled() } catch { cancelled.send(true) }
      }
      let response = try await client.stream(request)
      _ = try await written.next()
      // The loop reads what has arrived while it serves other requests.
      for _ in 0..<20 { _ = try await client.get(server.url) }
      #expect(try await String(buffer: response.body.collect(upTo: 1 << 20)) == body + "y")
      _ = try await cancelled.next()
    }
  }

  @Test("a source that sends a request of its own is cancelled with it")
  func sourceWithARequest() async throws {
    let waits = Gate()
    let ended = Events(of: String.self)
    try await withServer({ connection in
      guard let head = connection.readHead() else { return }
      guard head.method == "POST" else {
        if head.path == "/again" { return connection.respond() }
        waits.open()
        if connection.receive(1) == nil { ended.send("connection") }
        return
      }
      _ = connection.readChunk()
      waits.wait()
      connection.respond("413 Content Too Large", [], "early")
      while connection.receive(1000) != nil {}
    }) { server, client in
      let request = Self.request(server) {
        do { _ = try await client.get("\(server.url)/never") } catch is CancellationError { ended.send("source") }
      }
      let response = try await client.stream(request)
      #expect(response.status == .contentTooLarge)
      #expect(try await String(buffer: response.body.collect(upTo: 5)) == "early")
      let both = [try await ended.next(), try await ended.next()]
      #expect(Set(both) == ["connection", "source"])
      #expect(try await client.get("\(server.url)/again").status == .ok)
    }
  }
}
