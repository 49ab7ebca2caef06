import Curl
import Foundation
import HTTPCalls
import HTTPTypes
import NIOCore
import Testing

@Suite("Streams that are left", .timeLimit(.minutes(10)))
struct StreamEndTests {
  /// Answers each request with a body without end, and tells when the connection has closed.
  private static func endless(_ closed: Events<Bool>, first: String = "start") -> TestServer.Script {
    { connection in
      _ = connection.read()
      connection.write(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(String(first.utf8.count, radix: 16))\r\n\(first)\r\n")
      closed.send(connection.read() == nil)
    }
  }

  @Test("an unread body that is dropped closes its connection")
  func dropped() async throws {
    let closed = Events(of: Bool.self)
    try await withServer(Self.endless(closed)) { server, client in
      _ = try await client.stream(HTTPClient.Request(url: server.url))
      let isClosed = try await closed.next()
      #expect(isClosed)
    }
  }

  @Test("an iterator that is dropped closes its connection, though the response is held")
  func iterator() async throws {
    let closed = Events(of: Bool.self)
    try await withServer(Self.endless(closed)) { server, client in
      let response = try await client.stream(HTTPClient.Request(url: server.url))
      for try await chunk in response.body {
        #expect(String(buffer: chunk) == "start")
        break
      }
      let isClosed = try await closed.next()
      #expect(isClosed)
      #expect(response.status == .ok)
    }
  }

  @Test("a reader that waits is cancelled, and its connection closes")
  func waiting() async throws {
    let closed = Events(of: Bool.self)
    let reading = Events(of: Bool.self)
    try await withServer(Self.endless(closed)) { server, client in
      let url = server.url
      let task = Task {
        let response = try await client.stream(HTTPClient.Request(url: url))
        for try await _ in response.body { reading.send(true) }
      }
      _ = try await reading.next()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let isClosed = try await closed.next()
      #expect(isClosed)
    }
  }

  @Test("a transfer that is held back is cancelled, and its connection closes")
  func heldBack() async throws {
    let closed = Events(of: Bool.self)
    let filled = Events(of: Bool.self)
    try await withServer({ connection in
      _ = connection.read()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
      let piece = [UInt8](repeating: 1, count: 65536)
      while connection.write(piece, ifFull: { filled.send(true) }) {}
      closed.send(true)
    }) { server, client in
      let url = server.url
      let started = Events(of: Bool.self)
      let task = Task {
        let response = try await client.stream(HTTPClient.Request(url: url))
        started.send(true)
        _ = try await filled.next()
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        for try await _ in response.body {}
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      let isClosed = try await closed.next()
      #expect(isClosed)
    }
  }

  @Test("cancellation before the head")
  func beforeTheHead() async throws {
    let closed = Events(of: Bool.self)
    let arrived = Events(of: Bool.self)
    try await withServer({ connection in
      _ = connection.read()
      arrived.send(true)
      closed.send(connection.read() == nil)
    }) { server, client in
      let url = server.url
      let task = Task { try await client.stream(HTTPClient.Request(url: url)) }
      _ = try await arrived.next()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let isClosed = try await closed.next()
      #expect(isClosed)
    }
  }

  @Test("shutdown fails a body that is being read")
  func shutdown() async throws {
    let closed = Events(of: Bool.self)
    try await withServer(Self.endless(closed)) { server, client in
      let response = try await client.stream(HTTPClient.Request(url: server.url))
      var chunks = response.body.makeAsyncIterator()
      #expect(try await chunks.next() != nil)
      await client.shutdown()
      let error = await #expect(throws: HTTPClientError.self) { try await chunks.next() }
      #expect(error?.code == .shutdown)
    }
  }

  @Test("cancellations race with chunks, and every stream ends")
  func races() async throws {
    try await withServer({ connection in
      while connection.read() != nil {
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n")
        connection.write("abc")
        connection.write("def")
      }
    }) { server, client in
      let url = server.url
      for _ in 0..<300 {
        let task = Task {
          try await client.stream(HTTPClient.Request(url: url)).body.collect(upTo: 6)
        }
        let canceller = Task { task.cancel() }
        switch await task.result {
        case .success(let body): #expect(String(buffer: body) == "abcdef")
        case .failure(let error): #expect(error is CancellationError)
        }
        await canceller.value
      }
    }
  }
}
