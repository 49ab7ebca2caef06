import Curl
import Foundation
import HTTPCalls
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@Suite("Streamed responses", .timeLimit(.minutes(10)))
struct StreamedResponseTests {
  @Test("the head comes at once, and each event when it is sent")
  func events() async throws {
    let taken = Gate()
    try await withServer({ connection in
      _ = connection.read()
      connection.write(
        "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nContent-Type: text/event-stream\r\nSet-Cookie: b=2\r\n\r\n")
      for number in 0..<3 {
        taken.wait()
        connection.write("data: \(number)\n\n")
      }
      taken.wait()
    }) { server, client in
      let response = try await client.stream(HTTPClient.Request(url: "\(server.url)/events#x"))
      #expect(response.status == .ok)
      #expect(response.version == .http1_1)
      #expect(response.url == "\(server.url)/events")
      #expect(response.headers[values: .setCookie] == ["a=1", "b=2"])
      var chunks = response.body.makeAsyncIterator()
      for number in 0..<3 {
        taken.open()
        #expect(try await chunks.next().map { String(buffer: $0) } == "data: \(number)\n\n")
      }
      taken.open()
      #expect(try await chunks.next() == nil)
      #expect(try await chunks.next() == nil)
    }
  }

  @Test("an interim response is not the head; a chunked body has no trailers")
  func interim() async throws {
    try await withServer({ connection in
      while connection.read() != nil {
        connection.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        connection.write(
          "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nX-Trailer: t\r\n\r\n")
      }
    }) { server, client in
      for _ in 0..<3 {
        let response = try await client.stream(HTTPClient.Request(url: server.url))
        #expect(response.status == .created)
        #expect(response.headers.count == 1)
        #expect(try await String(buffer: response.body.collect(upTo: 5)) == "abcde")
      }
      #expect(server.accepts == 1)
    }
  }

  @Test("responses without a body", arguments: ["204 No Content", "304 Not Modified", "HEAD"])
  func empty(status: String) async throws {
    try await withServer({ connection in
      while connection.read() != nil {
        connection.write("HTTP/1.1 \(status == "HEAD" ? "200 OK\r\nContent-Length: 7" : status)\r\n\r\n")
      }
    }) { server, client in
      for _ in 0..<2 {
        let response = try await client.stream(
          HTTPClient.Request(method: status == "HEAD" ? .head : .get, url: server.url))
        #expect(try await response.body.collect(upTo: 0).readableBytes == 0)
      }
      #expect(server.accepts == 1)
    }
  }

  @Test("64 MiB arrive whole, and a reader that waits holds the server back", arguments: [false, true])
  func backPressure(isChunked: Bool) async throws {
    let size = 64 << 20
    let written = Atomic<Int>(0)
    let filled = Events(of: Bool.self)
    try await withServer({ connection in
      _ = connection.read()
      let piece = [UInt8]((0..<65536).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      connection.write(
        "HTTP/1.1 200 OK\r\n\(isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(size)")\r\n\r\n")
      for _ in 0..<(size / piece.count) {
        if isChunked { connection.write("10000\r\n") }
        guard connection.write(piece, ifFull: { filled.send(true) }) else { return }
        if isChunked { connection.write("\r\n") }
        written.add(piece.count, ordering: .sequentiallyConsistent)
      }
      if isChunked { connection.write("0\r\n\r\n") }
    }) { server, client in
      let response = try await client.stream(HTTPClient.Request(url: server.url))
      // The server finds the sockets' buffers full.
      _ = try await filled.next()
      #expect(written.load(ordering: .sequentiallyConsistent) < 16 << 20)
      var count = 0
      var isRight = true
      var largest = 0
      for try await chunk in response.body {
        largest = max(largest, chunk.readableBytes)
        for byte in chunk.readableBytesView.prefix(3) {
          isRight = isRight && byte == UInt8(truncatingIfNeeded: count % 65536 &* 31)
          count += 1
        }
        count += max(0, chunk.readableBytes - 3)
      }
      #expect(count == size)
      #expect(isRight)
      #expect(largest <= 80 << 10)
    }
  }

  @Test(
    "a body that breaks off throws after the bytes that came",
    arguments: ["Content-Length: 10", "Transfer-Encoding: chunked"])
  func brokenOff(framing: String) async throws {
    try await withServer({ connection in
      _ = connection.read()
      connection.write("HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n\(framing.hasPrefix("T") ? "5\r\nhal" : "half")")
    }) { server, client in
      let response = try await client.stream(HTTPClient.Request(url: server.url))
      var text = ""
      let error = await #expect(throws: HTTPClientError.self) {
        for try await chunk in response.body { text += String(buffer: chunk) }
      }
      #expect(error?.code == .connectionClosed)
      #expect(text.hasPrefix("hal"))
    }
  }

  @Test("failures before the head are the request's", arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le", "nonsense"])
  func beforeTheHead(bytes: String) async throws {
    try await withServer({ connection in
      _ = connection.read()
      connection.write(bytes)
    }) { server, client in
      let error = await #expect(throws: HTTPClientError.self) {
        try await client.stream(HTTPClient.Request(url: server.url))
      }
      #expect(error?.code == (bytes == "nonsense" ? .protocolError : .connectionClosed))
    }
  }

  @Test("a switch of protocols that was not asked for ends the request, whatever follows", arguments: [0, 1 << 20])
  func switchedProtocols(count: Int) async throws {
    try await withServer({ connection in
      _ = connection.read()
      connection.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
      connection.write(String(repeating: "x", count: count))
      _ = connection.read()
    }) { server, client in
      try await expectFailure(.protocolError) { try await client.stream(HTTPClient.Request(url: server.url)) }
    }
  }

  @Test("the timeout ends with the head; a silent body has the idle timeout")
  func timeouts() async throws {
    let release = Gate()
    try await withServer({ connection in
      guard let request = connection.read() else { return }
      if request.path == "/body" { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf") }
      release.wait()
    }) { server, client in
      defer { for _ in 0..<4 { release.open() } }
      var request = HTTPClient.Request(url: "\(server.url)/head")
      request.timeout = .milliseconds(200)
      let error = await #expect(throws: HTTPClientError.self) { try await client.stream(request) }
      #expect(error?.code == .timedOut)
      request = HTTPClient.Request(url: "\(server.url)/body")
      request.idleTimeout = .milliseconds(200)
      let response = try await client.stream(request)
      var chunks = response.body.makeAsyncIterator()
      #expect(try await chunks.next().map { String(buffer: $0) } == "half")
      let idle = await #expect(throws: HTTPClientError.self) { try await chunks.next() }
      #expect(idle?.code == .timedOut)
    }
  }

  @Test("the idle timeout begins with a late head, though the timeout ends much later")
  func idleAfterALateHead() async throws {
    let (arrived, answer, release) = (Events(of: Bool.self), Gate(), Gate())
    try await withServer({ connection in
      guard let request = connection.read() else { return }
      if request.path == "/late" {
        arrived.send(true)
        answer.wait()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
      }
      release.wait()
    }) { server, client in
      defer { for _ in 0..<2 { release.open() } }
      let url = server.url
      let late = Task {
        var request = HTTPClient.Request(url: "\(url)/late")
        request.timeout = .seconds(3600)
        request.idleTimeout = .milliseconds(1)
        return try await client.stream(request)
      }
      _ = try await arrived.next()
      // After this one, the client has looked for transfers that have taken too long.
      var silent = HTTPClient.Request(url: "\(url)/silent")
      silent.timeout = .milliseconds(50)
      let other = silent
      try await expectFailure(.timedOut) { try await client.stream(other) }
      answer.open()
      let response = try await late.value
      try await expectFailure(.timedOut) { try await response.body.collect(upTo: 100) }
    }
  }

  @Test("redirects are followed to a streamed response")
  func redirects() async throws {
    try await withServer({ connection in
      while let request = connection.read() {
        if request.path == "/start" {
          connection.respond("302 Found", ["Location: ../an end?x=1"], "moved")
        } else {
          connection.respond("200 OK", [], request.path)
        }
      }
    }) { server, client in
      var request = HTTPClient.Request(url: "\(server.url)/start")
      request.followsRedirects = true
      let response = try await client.stream(request)
      #expect(response.url == "\(server.url)/an%20end?x=1")
      #expect(try await String(buffer: response.body.collect(upTo: 100)) == "/an%20end?x=1")
    }
  }

  @Test("a body is read once")
  func once() async throws {
    try await withServer({ connection in
      while connection.read() != nil { connection.respond("200 OK", [], "x") }
    }) { server, client in
      let response = try await client.stream(HTTPClient.Request(url: server.url))
      #expect(try await String(buffer: response.body.collect(upTo: 1)) == "x")
      let error = await #expect(throws: HTTPClientError.self) { try await response.body.collect(upTo: 1) }
      #expect(error?.code == .invalidRequest)
    }
  }
}
