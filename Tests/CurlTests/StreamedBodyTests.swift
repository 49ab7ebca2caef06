import Curl
import Foundation
import HTTPCalls
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@Suite("Streamed request bodies", .timeLimit(.minutes(10)))
struct StreamedBodyTests {
  /// A body of given chunks.
  private static func body(_ chunks: [String], length: Int? = nil, then error: (any Error)? = nil)
    -> HTTPClient.StreamedBody
  {
    let rest = Mutex(chunks[...])
    return HTTPClient.StreamedBody(length: length) {
      if let chunk = rest.withLock({ $0.popFirst() }) { return ByteBuffer(string: chunk) }
      if let error { throw error }
      return nil
    }
  }

  private static func request(_ server: TestServer, _ body: HTTPClient.StreamedBody) -> HTTPClient.Request {
    var request = HTTPClient.Request(method: .post, url: server.url)
    request.streamedBody = body
    return request
  }

  @Test("arrive whole, with their length or in chunks", arguments: [nil, 11])
  func whole(length: Int?) async throws {
    let requests = Events(of: TestRequest.self)
    try await withServer({ connection in
      while let request = connection.read() {
        requests.send(request)
        connection.respond("201 Created", [], "x")
      }
    }) { server, client in
      for isStreamed in [true, false, true] {
        let request = Self.request(server, Self.body(["hello", "", " ", "world"], length: length))
        if isStreamed {
          let response = try await client.stream(request)
          #expect(response.status == .created)
          #expect(try await response.body.collect(upTo: 1).readableBytes == 1)
        } else {
          #expect(try await client.send(request).status == .created)
        }
        let seen = try await requests.next()
        #expect(String(decoding: seen.body, as: UTF8.self) == "hello world")
        #expect(seen.values("Content-Length") == (length.map { ["\($0)"] } ?? []))
        #expect(seen.values("Transfer-Encoding") == (length == nil ? ["chunked"] : []))
        #expect(seen.values("Content-Type").isEmpty)
        #expect(seen.values("Expect").isEmpty)
      }
      #expect(server.accepts == 1)
    }
  }

  @Test("an empty body", arguments: [nil, 0])
  func empty(length: Int?) async throws {
    let requests = Events(of: TestRequest.self)
    try await withServer({ connection in
      while let request = connection.read() {
        requests.send(request)
        connection.respond()
      }
    }) { server, client in
      for _ in 0..<2 {
        _ = try await client.send(Self.request(server, Self.body([], length: length)))
        let seen = try await requests.next()
        #expect(seen.body.isEmpty)
        #expect(seen.values("Content-Length") == (length == nil ? [] : ["0"]))
      }
    }
  }

  @Test("each chunk leaves when the source has it")
  func trickle() async throws {
    let arrived = Events(of: String.self)
    try await withServer({ connection in
      _ = connection.readHead()
      for _ in 0..<3 { arrived.send(connection.read(3).map { String(decoding: $0, as: UTF8.self) } ?? "") }
      connection.respond("200 OK", ["Connection: close"], "")
    }) { server, client in
      let chunks = AsyncStream<ByteBuffer>.makeStream()
      let body = HTTPClient.StreamedBody(length: 9) { await chunks.stream.first { _ in true } }
      async let status = client.send(Self.request(server, body)).status
      for word in ["abc", "def"] {
        chunks.continuation.yield(ByteBuffer(string: word))
        let seen = try await arrived.next()
        #expect(seen == word)
      }
      chunks.continuation.yield(ByteBuffer(string: "ghi"))
      chunks.continuation.finish()
      #expect(try await status == .ok)
    }
  }

  @Test("64 MiB leave whole, and a server that does not read holds the source back", arguments: [nil, 64 << 20])
  func backPressure(length: Int?) async throws {
    let size = 64 << 20
    let given = Atomic<Int>(0)
    let reads = Gate()
    try await withServer({ connection in
      guard let head = connection.readHead() else { return }
      guard head.method == "POST" else { return connection.respond() }
      reads.wait()
      var count = 0
      if head.values("Content-Length").isEmpty {
        while let chunk = connection.readChunk(), !chunk.isEmpty { count += chunk.count }
      } else {
        while count < size, let piece = connection.receive(1 << 20) { count += piece.count }
      }
      connection.respond("200 OK", [], "\(count)")
    }) { server, client in
      let piece = ByteBuffer(repeating: 7, count: 1 << 16)
      let body = HTTPClient.StreamedBody(length: length) {
        let count = given.add(piece.readableBytes, ordering: .sequentiallyConsistent).newValue
        return count <= size ? piece : nil
      }
      let task = Task { [request = Self.request(server, body)] in try await client.stream(request) }
      // The server takes no byte of the body, so the source is asked for what the sockets hold, and then for no more
      // while the loop serves other requests.
      var (count, quiet) = (0, 0)
      while quiet < 20 {
        _ = try await client.get(server.url)
        let now = given.load(ordering: .sequentiallyConsistent)
        (count, quiet) = (now, now == count && now > 0 ? quiet + 1 : 0)
      }
      #expect(count < 16 << 20)
      reads.open()
      let response = try await task.value
      #expect(try await String(buffer: response.body.collect(upTo: 100)) == "\(size)")
    }
  }

  @Test("a source that fails or has another length breaks the body off; the server never sees it whole")
  func broken() async throws {
    let whole = Events(of: Bool.self)
    try await withServer({ connection in
      whole.send(connection.read() != nil)
    }) { server, client in
      await #expect(throws: SourceError.self) {
        try await client.stream(Self.request(server, Self.body(["abc"], then: SourceError())))
      }
      await #expect(throws: SourceError.self) {
        try await client.send(Self.request(server, Self.body(["abc", "def"], length: 6, then: SourceError())))
      }
      for chunks in [["abc"], ["abcdefg"], ["abc", "def", "g"]] {
        let error = await #expect(throws: HTTPClientError.self) {
          try await client.stream(Self.request(server, Self.body(chunks, length: 6)))
        }
        #expect(error?.code == .invalidRequest)
      }
      for _ in 0..<5 {
        let isWhole = try await whole.next()
        #expect(!isWhole)
      }
    }
  }

  @Test("a connection that ends while the source waits fails the request")
  func lost() async throws {
    try await withServer({ connection in
      _ = connection.readHead()
    }) { server, client in
      let body = HTTPClient.StreamedBody {
        try await untilCancelled()
        return nil
      }
      let error = await #expect(throws: HTTPClientError.self) {
        try await client.stream(Self.request(server, body))
      }
      #expect(error?.code == .connectionClosed)
    }
  }

  @Test("cancellation while the source waits cancels it and closes the connection")
  func cancelled() async throws {
    let ended = Events(of: String.self)
    try await withServer({ connection in
      if connection.read() == nil { ended.send("connection") }
    }) { server, client in
      let waits = Events(of: Bool.self)
      let body = HTTPClient.StreamedBody {
        waits.send(true)
        do { try await untilCancelled() } catch { ended.send("source") }
        return nil
      }
      let task = Task { [request = Self.request(server, body)] in try await client.stream(request) }
      _ = try await waits.next()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let both = [try await ended.next(), try await ended.next()]
      #expect(Set(both) == ["connection", "source"])
    }
  }

  @Test("what cannot be sent is refused")
  func refused() async throws {
    try await withServer({ _ in }) { server, client in
      var requests = [HTTPClient.Request](repeating: Self.request(server, Self.body([])), count: 4)
      requests[0].body = ByteBuffer()
      requests[1].method = .head
      requests[2].followsRedirects = true
      requests[3].streamedBody = Self.body([], length: -1)
      for request in requests {
        let error = await #expect(throws: HTTPClientError.self) { try await client.stream(request) }
        #expect(error?.code == .invalidRequest)
      }
      #expect(server.accepts == 0)
    }
  }

  private struct SourceError: Error {}
}
