import Curl
import Foundation
import HTTPCalls
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@Suite("Connections that are kept", .timeLimit(.minutes(10)))
struct KeptConnectionTests {
  enum Body: CaseIterable {
    case none, whole, streamed
  }

  /// Each of these ends with a response without a body.
  private static let firsts = [
    "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
  ]

  @Test(
    "bytes that wait on a kept connection are not the response to the next request",
    arguments: firsts, Body.allCases)
  func unread(first: String, body: Body) async throws {
    let gate = Gate()
    let arrived = Events(of: Bool.self)
    try await withServer({ connection in
      guard let request = connection.read() else { return }
      guard request.path == "/first" else { return connection.respond("200 OK", [], "its own") }
      connection.write(first)
      gate.wait()
      connection.write("HTTP/1.1 408 Request Timeout\r\nContent-Length: 8\r\n\r\nanothers")
      arrived.send(true)
      _ = connection.read()
    }) { server, client in
      _ = try await client.get("\(server.url)/first")
      gate.open()
      _ = try await arrived.next()
      var request = HTTPClient.Request(method: body == .none ? .get : .post, url: "\(server.url)/second")
      if body == .whole { request.body = ByteBuffer(string: "body") }
      if body == .streamed {
        let chunks = Mutex(["bo", "dy"][...])
        request.streamedBody = HTTPClient.StreamedBody {
          chunks.withLock { $0.popFirst() }.map { ByteBuffer(string: $0) }
        }
      }
      let response = try await client.stream(request)
      #expect(response.status == .ok)
      let text = try await String(buffer: response.body.collect(upTo: 100))
      #expect(text == "its own")
      #expect(server.accepts == 2)
    }
  }

  @Test("bytes on eight kept connections do not fail the next request")
  func manyUnread() async throws {
    let (begun, arrived) = (Events(of: Bool.self), Events(of: Bool.self))
    let (first, late) = (Gate(), Gate())
    try await withServer({ connection in
      guard let request = connection.read() else { return }
      guard request.path == "/first" else { return connection.respond("200 OK", [], "its own") }
      begun.send(true)
      first.wait()
      connection.write("HTTP/1.1 204 No Content\r\n\r\n")
      late.wait()
      connection.write("HTTP/1.1 408 Request Timeout\r\nContent-Length: 8\r\n\r\nanothers")
      arrived.send(true)
      _ = connection.read()
    }) { server, client in
      let url = server.url
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { _ = try await client.get("\(url)/first") } }
        for _ in 0..<8 { _ = try await begun.next() }
        for _ in 0..<8 { first.open() }
        try await group.waitForAll()
      }
      for _ in 0..<8 { late.open() }
      for _ in 0..<8 { _ = try await arrived.next() }
      let response = try await client.get("\(url)/second")
      #expect(String(buffer: response.body) == "its own")
      #expect(server.accepts == 9)
    }
  }

  @Test("a connection without waiting bytes serves the next request")
  func clean() async throws {
    try await withServer({ connection in
      while let request = connection.read() { connection.respond("200 OK", [], request.path) }
    }) { server, client in
      for path in ["/a", "/b", "/c"] {
        let response = try await client.get(server.url + path)
        #expect(String(buffer: response.body) == path)
      }
      #expect(server.accepts == 1)
    }
  }
}
