import Curl
import Foundation
import HTTPCalls
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@Suite("What is sent again", .timeLimit(.minutes(10)))
struct ResendTests {
  /// Where a server closes a kept connection.
  enum Point: CaseIterable {
    case idle, firstByte, head, partOfTheBody, wholeRequest, reset, partOfTheHead, partOfTheResponse
  }

  enum Body: CaseIterable {
    case none, whole, streamed
  }

  /// Answers the first request of each connection. Of the second one it takes a part, and closes.
  private static func script(_ point: Point, _ arrivals: Events<String>, _ closed: Events<Bool>)
    -> TestServer.Script
  {
    { connection in
      guard let first = connection.read() else { return }
      arrivals.send(first.method)
      connection.respond("200 OK", [], "x")
      defer { closed.send(true) }
      if point == .idle {
        // The end has arrived before the test goes on.
        connection.finishWriting()
        return
      }
      guard connection.read(1) != nil else { return }
      arrivals.send("second")
      if point == .firstByte { return }
      guard let head = connection.readHead() else { return }
      if point == .head { return }
      let isChunked = head.values("Transfer-Encoding") == ["chunked"]
      let length = head.values("Content-Length").first.flatMap { Int($0) } ?? 0
      if point == .partOfTheBody, length > 0 || isChunked {
        _ = connection.read(2)
        return
      }
      if isChunked {
        while let chunk = connection.readChunk(), !chunk.isEmpty {}
      } else {
        _ = connection.read(length)
      }
      switch point {
      case .reset: connection.reset()
      case .partOfTheHead: connection.write("HTTP/1.1 200 OK\r\nContent-Le")
      case .partOfTheResponse: connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")
      default: break
      }
    }
  }

  @Test(
    "a request whose connection closes arrives once; GET and HEAD arrive again if no byte of a response came",
    arguments: Point.allCases,
    [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete, .options])
  func points(point: Point, method: HTTPRequest.Method) async throws {
    // A HEAD's response has no body that could break off.
    if method == .head, point == .partOfTheResponse { return }
    for body in method == .head ? [Body.none] : Body.allCases {
      try await send(method, body, point)
    }
  }

  private func send(_ method: HTTPRequest.Method, _ body: Body, _ point: Point) async throws {
    let arrivals = Events(of: String.self)
    let closed = Events(of: Bool.self)
    try await withServer(Self.script(point, arrivals, closed)) { server, client in
      _ = try await client.get(server.url)
      let first = try await arrivals.next()
      #expect(first == "GET")
      if point == .idle { _ = try await closed.next() }
      var request = HTTPClient.Request(method: method, url: server.url)
      if body == .whole { request.body = ByteBuffer(string: "body") }
      if body == .streamed {
        let chunks = Mutex(["bo", "dy"][...])
        request.streamedBody = HTTPClient.StreamedBody {
          chunks.withLock { $0.popFirst() }.map { ByteBuffer(string: $0) }
        }
      }
      let isSafe = method == .get && body != .streamed || method == .head
      let gaveNoByte = ![.partOfTheHead, .partOfTheResponse].contains(point)
      let result: Result<HTTPClient.Response, any Error>
      do { result = .success(try await client.send(request)) } catch { result = .failure(error) }
      if point != .idle {
        let second = try await arrivals.next()
        #expect(second == "second")
      }
      if point == .idle || isSafe && gaveNoByte {
        #expect(try result.get().status == .ok)
        let again = try await arrivals.next()
        #expect(again == method.rawValue)
      } else {
        let error = #expect(throws: HTTPClientError.self) { try result.get() }
        #expect(error?.code == .connectionClosed)
      }
      // Nothing else arrived: the next arrival is the next request.
      let other = HTTPClient()
      _ = try await other.send(HTTPClient.Request(method: .trace, url: server.url))
      await other.shutdown()
      let last = try await arrivals.next()
      #expect(last == "TRACE")
    }
  }
}
