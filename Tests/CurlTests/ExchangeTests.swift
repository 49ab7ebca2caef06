import Curl
import Foundation
import HTTPCalls
import HTTPTypes
import NIOCore
import Testing

@Suite("Requests and responses", .timeLimit(.minutes(10)))
struct ExchangeTests {
  @Test("status, headers, body, URL and version of a response")
  func response() async throws {
    try await withServer({ connection in
      while connection.read() != nil {
        connection.respond(
          "418 Teapot", ["Set-Cookie: a=1", "X-Empty:", "set-cookie:b=2 ", "X-Blank \t: a", "X-Fold: a", "  b"],
          "short and stout")
      }
    }) { server, client in
      let expected = [
        "Set-Cookie: a=1", "X-Empty: ", "set-cookie: b=2", "X-Blank: a", "X-Fold: a b", "Content-Length: 15",
      ]
      let response = try await client.get("\(server.url)/pot?lid=on#handle")
      #expect(response.status.code == 418)
      #expect(response.status.reasonPhrase == "Teapot")
      #expect(response.headers[values: .setCookie] == ["a=1", "b=2"])
      #expect(response.headers.map(\.description) == expected)
      #expect(String(buffer: response.body) == "short and stout")
      #expect(response.url == "\(server.url)/pot?lid=on")
      #expect(response.version == .http1_1)
    }
  }

  @Test("a field of many lines is one value, and the field after it another")
  func manyLines() async throws {
    let lines = [String](repeating: "  b", count: 20_000)
    try await withServer({ connection in
      while connection.read() != nil { connection.respond("200 OK", ["X-Fold: a"] + lines + ["X-Next: c"]) }
    }) { server, client in
      let response = try await client.get(server.url)
      let values = response.headers.filter { $0.name != .contentLength }.map(\.value)
      #expect(values == ["a" + String(repeating: " b", count: 20_000), "c"])
    }
  }

  @Test("what a GET says, to the line")
  func getLines() async throws {
    let requests = Events(of: TestRequest.self)
    try await withServer({ connection in
      while let request = connection.read() {
        requests.send(request)
        connection.respond()
      }
    }) { server, client in
      _ = try await client.get("\(server.url)/path?a=b%20c", headers: [.acceptLanguage: "", .range: "bytes=0-1"])
      let request = try await requests.next()
      #expect(request.lines.first == "GET /path?a=b%20c HTTP/1.1")
      #expect(
        Set(request.lines.dropFirst()) == [
          "Host: 127.0.0.1:\(server.port)", "Accept: */*", "User-Agent: swiftlet", "Accept-Language:",
          "Range: bytes=0-1",
        ])
    }
  }

  @Test("a large POST arrives whole, at once and with its length")
  func post() async throws {
    let requests = Events(of: TestRequest.self)
    try await withServer({ connection in
      while let request = connection.read() {
        requests.send(request)
        connection.respond("201 Created")
      }
    }) { server, client in
      let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let response = try await client.post(server.url, json: ByteBuffer(bytes: body))
      #expect(response.status == .created)
      let request = try await requests.next()
      #expect(request.body == body)
      #expect(request.values("Content-Type") == ["application/json"])
      #expect(request.values("Content-Length") == ["3000000"])
      #expect(request.values("Expect").isEmpty)
    }
  }

  @Test(
    "each method, with and without a body",
    arguments: [
      (HTTPRequest.Method.get, nil, nil), (.delete, nil, nil), (.options, nil, nil), (.post, nil, "0"),
      (.put, nil, "0"), (.patch, nil, "0"), (.post, "", "0"), (.put, "{}", "2"), (.patch, "{}", "2"),
      (.delete, "{}", "2"), (.head, nil, nil),
    ] as [(HTTPRequest.Method, String?, String?)])
  func methods(method: HTTPRequest.Method, body: String?, length: String?) async throws {
    let requests = Events(of: TestRequest.self)
    try await withServer({ connection in
      while let request = connection.read() {
        requests.send(request)
        connection.write("HTTP/1.1 204 No Content\r\n\r\n")
      }
    }) { server, client in
      let request = HTTPClient.Request(method: method, url: server.url, body: body.map { ByteBuffer(string: $0) })
      #expect(try await client.send(request).status == .noContent)
      let seen = try await requests.next()
      #expect(seen.lines.first == "\(method) / HTTP/1.1")
      #expect(seen.values("Content-Length").first == length)
      #expect(seen.values("Content-Type").isEmpty)
      #expect(String(decoding: seen.body, as: UTF8.self) == body ?? "")
    }
  }

  @Test("HEAD has headers and no body, however long the body would be")
  func head() async throws {
    try await withServer({ connection in
      while connection.read() != nil { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n") }
    }) { server, client in
      let response = try await client.send(HTTPClient.Request(method: .head, url: server.url))
      #expect(response.headers[.contentLength] == "99999999999")
      #expect(response.body.readableBytes == 0)
    }
  }

  @Test("an interim response is not the response, nor are its headers")
  func interim() async throws {
    try await withServer({ connection in
      while connection.read() != nil {
        connection.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        connection.respond("200 OK", ["X-Final: yes"], "body")
      }
    }) { server, client in
      let response = try await client.get(server.url)
      #expect(response.status == .ok)
      #expect(response.headers.count == 2)
      #expect(String(buffer: response.body) == "body")
    }
  }

  @Test("a chunked body comes whole, and a compressed one as it is")
  func bodies() async throws {
    try await withServer({ connection in
      while connection.read() != nil {
        connection.write(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nX-Trailer: t\r\n\r\n"
        )
      }
    }) { server, client in
      let response = try await client.get(server.url)
      #expect(String(buffer: response.body) == "abcde")
      #expect(response.headers.count == 2)
      #expect(response.headers[.contentEncoding] == "gzip")
    }
  }

  @Test("over a Unix socket, with the URL's host in the request")
  func unixSocket() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "http").path
      let requests = Events(of: TestRequest.self)
      let server = try TestServer(path: path) { connection in
        while let request = connection.read() {
          requests.send(request)
          connection.respond("200 OK", [], "local")
        }
      }
      let client = HTTPClient()
      var request = HTTPClient.Request(url: "http://control.internal/status")
      request.unixSocketPath = path
      #expect(try await String(buffer: client.send(request).body) == "local")
      #expect(try await requests.next().values("Host") == ["control.internal"])
      request.unixSocketPath = path + ".absent"
      try await expectFailure(.couldNotConnect) { try await client.send(request) }
      await client.shutdown()
      server.stop()
    }
  }
}
