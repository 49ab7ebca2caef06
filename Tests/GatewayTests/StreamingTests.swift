import Edge
import Foundation
import Gateway
import Host
import Testing

/// Bodies that pass while they come.
@Suite struct StreamingTests {
  @Test func eventsArriveOneByOne() async throws {
    let seen = DispatchSemaphore(value: 0)
    let server = try RecordingServer { socket, _ in
      socket.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
      for number in 0..<3 {
        socket.send("9\r\ndata: \(number)\n\n\r\n")
        seen.wait()
      }
      return socket.send("0\r\n\r\n")
    }
    try await withGateway(project: server.url) { host in
      let port = host.port
      try await onThread {
        let socket = try BlockingSocket(port: port)
        socket.send("GET /rest/v1/events HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        for number in 0..<3 {
          #expect(socket.read(through: "data: \(number)\n\n").hasSuffix("data: \(number)\n\n"))
          seen.signal()
        }
        #expect(socket.readToEnd().hasSuffix("0\r\n\r\n"))
      }
    }
  }

  /// The part that it takes nothing of comes long after one that it took.
  @Test func aClientThatTakesNothingIsLeftAfterTheWallClockLimit() async throws {
    let (seen, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try RecordingServer { socket, _ in
      socket.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\nfirst")
      seen.wait()
      let piece = [UInt8](repeating: 0, count: 1 << 20)
      while socket.send(piece) {}
      ended.signal()
      return false
    }
    let endless = Function("endless", access: .anyone) { _ in
      try await Task.sleep(for: .seconds(3600))
      return NoContent()
    }
    try await withGateway(project: server.url, functions: [endless], host: { $0.limits.wallClock = 0.3 }) { host in
      let port = host.port
      let socket = try await onThread {
        let socket = try BlockingSocket(port: port)
        socket.send("GET /rest/v1/large HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(socket.read(through: "first").hasSuffix("first"))
        return socket
      }
      // The limit of the first part passes.
      let answer = try await host.ask("GET /functions/v1/endless HTTP/1.1")
      #expect(answer.status == 546)
      seen.signal()
      try await onThread { ended.wait() }
      withExtendedLifetime(socket) {}
    }
  }

  @Test func anUploadIsForwardedWhileItComes() async throws {
    let arrived = DispatchSemaphore(value: 0)
    let server = try RecordingServer(onChunk: { arrived.signal() }) { socket, _ in
      socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    try await withGateway(project: server.url) { host in
      let port = host.port
      let line = try await onThread {
        let socket = try BlockingSocket(port: port)
        socket.send(
          "POST /storage/v1/object/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<4 {
          socket.send("5\r\nabcde\r\n")
          arrived.wait()
        }
        socket.send("0\r\n\r\n")
        return socket.read(through: "\r\n")
      }
      #expect(line.hasPrefix("HTTP/1.1 200 "))
    }
    #expect(server.calls.first?.text == String(repeating: "abcde", count: 4))
    #expect(server.calls.first?["transfer-encoding"] == ["chunked"])
  }

  @Test func aBodyLargerThanTheFunctionsLimitPasses() async throws {
    let server = try RecordingServer { socket, call in
      socket.send("HTTP/1.1 200 OK\r\nContent-Length: \(call.body.count)\r\n\r\n")
      return socket.send(call.body)
    }
    try await withGateway(
      project: server.url,
      host: { configuration in
        configuration.limits.jsonBody = 1000
        configuration.limits.rawBody = 1000
        configuration.limits.bodyMemory = 1 << 20
      }
    ) { host in
      let body = String(repeating: "0123456789", count: 300_000)
      let answer = try await host.ask("PUT /storage/v1/object/a HTTP/1.1", "Content-Length: 3000000", body: body)
      #expect(answer.status == 200)
      #expect(answer.body == body)
    }
  }

  @Test func aWebSocketPassesThroughAsBytes() async throws {
    let server = try RecordingServer { socket, _ in
      socket.send(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Own: 1\r\n\r\nhello")
      socket.send(socket.read(count: 5))
      return false
    }
    try await withGateway(project: server.url) { host in
      let port = host.port
      let text = try await onThread {
        let socket = try BlockingSocket(port: port)
        socket.send(
          "GET /realtime/v1/websocket?apikey=k&vsn=1.0.0 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nX-Forwarded-For: 1.2.3.4\r\n\r\nworld"
        )
        return socket.readToEnd()
      }
      let answer = RawResponse(text)
      #expect((answer.status, answer.body) == (101, "helloworld"))
      #expect(answer["connection"] == ["Upgrade"])
      #expect(answer["upgrade"] == ["websocket"])
      #expect(answer["x-own"] == ["1"])
      #expect(answer["access-control-allow-origin"] == [])
    }
    let call = try #require(server.calls.first)
    #expect(call.line == "GET /realtime/v1/websocket?apikey=k&vsn=1.0.0 HTTP/1.1")
    #expect(call["upgrade"] == ["websocket"])
    #expect(call["x-forwarded-for"] == ["127.0.0.1"])
  }
}
