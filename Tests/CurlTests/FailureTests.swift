import CCurl
import Curl
import Foundation
import HTTPCalls
import NIOCore
import Synchronization
import Testing

@Suite("What goes wrong on the way", .timeLimit(.minutes(10)))
struct FailureTests {
  private static let hasProxy = ["http_proxy", "all_proxy", "ALL_PROXY"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }

  @Test("no server listens")
  func refused() async throws {
    let client = HTTPClient()
    let error = try await failure { try await client.get("http://127.0.0.1:1/secret-path?key=secret") }
    #expect(error.code == .couldNotConnect)
    #expect(error.message.hasPrefix("127.0.0.1: "))
    #expect(!error.description.contains("secret"))
    #expect(error.curlCode == 7)
    await client.shutdown()
  }

  @Test("what libcurl says is quoted, but no address in it, which may have a proxy's password")
  func details() {
    let codes = [
      CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_SSL_CONNECT_ERROR, CURLE_OPERATION_TIMEDOUT, CURLE_RECV_ERROR,
    ]
    for code in codes {
      let quoted = HTTPClientError(code, host: "a.example", detail: "it broke")
      #expect(quoted.message == "a.example: it broke")
      let hidden = HTTPClientError(code, host: "a.example", detail: "no way by 'socks9://user:secret@proxy:1'")
      #expect(!hidden.description.contains("secret"))
      #expect(hidden.message.hasPrefix("a.example: ") && hidden.message.count > 15)
    }
  }

  @Test("a proxy that refuses is a server that cannot be reached")
  func refusedByProxy() {
    let error = HTTPClientError(CURLE_PROXY, host: "a.example", detail: "")
    #expect(error.code == .couldNotConnect)
    #expect(error.curlCode == 97)
  }

  @Test("a name without an address", .enabled(if: !hasProxy, "a proxy resolves names itself"))
  func unresolved() async throws {
    let client = HTTPClient()
    // A label of more than 63 bytes is refused before any name server is asked.
    let error = try await failure { try await client.get("http://\(String(repeating: "a", count: 70)).invalid/") }
    #expect(error.code == .couldNotResolve)
    await client.shutdown()
  }

  @Test("a silent server meets the timeout and sees the connection close")
  func silence() async throws {
    let closed = Events(of: Bool.self)
    try await withServer({ connection in
      _ = connection.read()
      closed.send(connection.read() == nil)
    }) { server, client in
      var request = HTTPClient.Request(url: server.url)
      request.timeout = .milliseconds(150)
      // On a slow machine the time may be up before there is a connection: then once more.
      repeat {
        let error = try await failure { try await client.send(request) }
        #expect(error.code == .timedOut)
      } while server.accepts == 0
      #expect(try await closed.next())
      request.timeout = .zero
      try await expectFailure(.timedOut) { try await client.send(request) }
    }
  }

  @Test("a server that stops mid-body meets the timeout too")
  func stall() async throws {
    try await withServer({ connection in
      _ = connection.read()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      _ = connection.read()
    }) { server, client in
      var request = HTTPClient.Request(url: server.url)
      request.timeout = .milliseconds(150)
      try await expectFailure(.timedOut) { try await client.send(request) }
    }
  }

  @Test(
    "a connection that ends too early",
    arguments: [
      "", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal",
    ])
  func early(bytes: String) async throws {
    try await withServer({ connection in
      _ = connection.read()
      connection.write(bytes)
    }) { server, client in
      try await expectFailure(.connectionClosed) { try await client.get(server.url) }
    }
  }

  @Test("what is not HTTP", arguments: ["SSH-2.0-OpenSSH_9.2\r\n\r\n", "hello", "HTTP/7.3 200 OK\r\n\r\n"])
  func notHTTP(bytes: String) async throws {
    try await withServer({ connection in
      _ = connection.read()
      connection.write(bytes)
    }) { server, client in
      try await expectFailure(.protocolError) { try await client.get(server.url) }
    }
  }

  @Test(
    "a response whose body could end in two places",
    arguments: [
      "Content-Length: 5\r\nContent-Length: 2\r\n\r\nhello", "Content-Length: 2\r\nContent-Length: 02\r\n\r\nhi",
      "Content-Length: 5, 2\r\n\r\nhello", "Content-Length: 5, 5\r\n\r\nhello", "Content-Length: 5x\r\n\r\nhello",
      "Content-Length: +5\r\n\r\nhello", "Content-Length: 5\r\n 2\r\n\r\nhello",
      "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked, identity\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
      "Transfer-Encoding:\r\n chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", "Transfer-Encoding: gzip\r\n\r\nhello",
      "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
      "Content-Length: 5\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello",
      "Content-Length : 2\r\n\r\nhello", "Content-Length: 5\r\nTransfer-Encoding\t: chunked\r\n\r\nhello",
    ])
  func ambiguousLength(rest: String) async throws {
    try await withServer({ connection in
      _ = connection.read()
      connection.write("HTTP/1.1 200 OK\r\n\(rest)")
    }) { server, client in
      let request = HTTPClient.Request(url: server.url)
      try await expectFailure(.protocolError) { try await client.send(request) }
      try await expectFailure(.protocolError) { try await client.stream(request) }
    }
  }

  @Test(
    "a line of the head that is no field, and that another reader could take for one",
    arguments: [
      "\u{b}Content-Length: 2\r\n", "Content-Length\u{b}: 2\r\n", "Transfer-Encoding\u{a0}: chunked\r\n",
      " Content-Length: 2\r\n", "\tX-First: folded\r\n", "Cache Control: no-store\r\n", ": 2\r\n", " \r\n",
      "X-A: 1\r\n[bad]: 2\r\n folded\r\n", "X-A: 1\rSet-Cookie: 2\r\n\u{c}X-B: 3\r\n", "a line without a colon\r\n",
    ])
  func malformedFields(lines: String) async throws {
    try await withServer({ connection in
      while connection.read() != nil {
        connection.write("HTTP/1.1 200 OK\r\n\(lines)X-Last: 1\r\nContent-Length: 5\r\n\r\nhello")
      }
    }) { server, client in
      let request = HTTPClient.Request(url: server.url)
      try await expectFailure(.protocolError) { try await client.send(request) }
      try await expectFailure(.protocolError) { try await client.stream(request) }
    }
  }

  @Test("a malformed field of an interim response goes with it")
  func malformedInterimFields() async throws {
    try await withServer({ connection in
      while connection.read() != nil {
        connection.write("HTTP/1.1 103 Early Hints\r\n[bad]: 1\r\n\r\n")
        connection.respond("200 OK", [], "hi")
      }
    }) { server, client in
      let response = try await client.get(server.url)
      #expect(String(buffer: response.body) == "hi")
    }
  }

  @Test(
    "a repeated length is one length, and the name of the chunked coding has no case",
    arguments: [
      "Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi", "Transfer-Encoding: CHUNKED\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
    ])
  func clearLength(rest: String) async throws {
    try await withServer({ connection in
      _ = connection.read()
      connection.write("HTTP/1.1 200 OK\r\n\(rest)")
    }) { server, client in
      let response = try await client.get(server.url)
      #expect(String(buffer: response.body) == "hi")
    }
  }

  @Test("headers without end do not fill the memory")
  func endlessHeaders() async throws {
    try await withServer({ connection in
      _ = connection.read()
      connection.write("HTTP/1.1 200 OK\r\n")
      let line = "X-Filler: \(String(repeating: "x", count: 1000))\r\n"
      while connection.write(line) {}
    }) { server, client in
      let error = try await failure { try await client.get(server.url) }
      #expect(error.code == .responseTooLarge)
      #expect(error.message.contains("131072 bytes of headers"))
    }
  }

  @Test("a body over the limit, declared, chunked or until the end; one byte less is a body")
  func tooLarge() async throws {
    let body = String(repeating: "x", count: 1001)
    let heads = [
      "Content-Length: 1001\r\n\r\n\(body)", "Transfer-Encoding: chunked\r\n\r\n3e9\r\n\(body)\r\n0\r\n\r\n",
      "Connection: close\r\n\r\n\(body)",
    ]
    for head in heads {
      try await withServer({ connection in
        _ = connection.read()
        connection.write("HTTP/1.1 200 OK\r\n\(head)")
      }) { server, client in
        var request = HTTPClient.Request(url: server.url)
        request.maximumResponseSize = 1000
        try await expectFailure(.responseTooLarge) { try await client.send(request) }
        request.maximumResponseSize = 0
        try await expectFailure(.responseTooLarge) { try await client.send(request) }
        request.maximumResponseSize = 1001
        #expect(try await client.send(request).body == ByteBuffer(string: body))
      }
    }
  }

  @Test("a body is counted while it comes, until there is no room for more")
  func admission() async throws {
    struct NoRoom: Error {}
    let closed = Events(of: Bool.self)
    try await withServer({ connection in
      _ = connection.read()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n0123456789")
      closed.send(connection.read() == nil)
    }) { server, client in
      let count = Mutex(0)
      var request = HTTPClient.Request(url: server.url)
      request.admitting = { more in
        let sum = count.withLock { count in
          count += more
          return count
        }
        if sum >= 10 { throw NoRoom() }
      }
      let sent = request
      await #expect(throws: NoRoom.self) { _ = try await client.send(sent) }
      let isClosed = try await closed.next()
      #expect(isClosed)
      #expect(count.withLock { $0 } == 10)
    }
  }

  @Test("a declared size is refused before the body comes")
  func declared() async throws {
    let closed = Events(of: Bool.self)
    try await withServer({ connection in
      _ = connection.read()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10485761\r\n\r\n")
      closed.send(connection.read() == nil)
    }) { server, client in
      let error = try await failure { try await client.get(server.url) }
      #expect(error.message == "127.0.0.1: the response has more than 10485760 bytes")
      #expect(try await closed.next())
    }
  }
}
