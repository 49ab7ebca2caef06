import Curl
import Foundation
import HTTPCalls
import HTTPTypes
import NIOCore
import Testing

@Suite("Redirects", .timeLimit(.minutes(10)))
struct RedirectTests {
  private static let credentials: HTTPFields = [
    .authorization: "Bearer t", .cookie: "c=1", .acceptLanguage: "de",
  ]

  /// `/n/…` redirects with status n to the rest; anything else answers with what it saw.
  private static let script: TestServer.Script = { connection in
    while let request = connection.read() {
      let path = request.path.dropFirst()
      if let status = Int(path.prefix(3)), let location = path.dropFirst(4).removingPercentEncoding {
        connection.respond("\(status) Redirect", ["Location: \(location)"], "moved")
      } else {
        let seen = ["authorization", "cookie", "apikey", "accept-language", "content-type"]
          .filter { !request.values($0).isEmpty }
        connection.respond(
          "200 OK", [], ([request.method, String(decoding: request.body, as: UTF8.self)] + seen).joined(separator: " "))
      }
    }
  }

  private func request(_ url: String) throws -> HTTPClient.Request {
    var request = HTTPClient.Request(url: url, headers: Self.credentials)
    try request.setHeader("apikey", "k")
    request.followsRedirects = true
    return request
  }

  @Test("are answers unless they are followed")
  func notFollowed() async throws {
    try await withServer(Self.script) { server, client in
      let response = try await client.get("\(server.url)/302//end")
      #expect(response.status == .found)
      #expect(response.headers[.location] == "/end")
      #expect(String(buffer: response.body) == "moved")
    }
  }

  @Test("keep credentials within an origin and leave them at its border")
  func credentials() async throws {
    try await withServer(Self.script) { other, _ in
      try await withServer(Self.script) { server, client in
        let same = try await client.send(self.request("\(server.url)/302//end"))
        #expect(String(buffer: same.body) == "GET  authorization cookie apikey accept-language")
        #expect(same.url == "\(server.url)/end")
        let target = "http:%2f%2f127.0.0.1:\(other.port)%2fend"
        let across = try await client.send(self.request("\(server.url)/307/\(target)"))
        #expect(String(buffer: across.body) == "GET  accept-language")
        #expect(across.url == "\(other.url)/end")
        let byName = "http:%2f%2flocalhost:\(server.port)%2fend"
        let localhost = try await client.send(self.request("\(server.url)/307/\(byName)"))
        #expect(String(buffer: localhost.body) == "GET  accept-language")
      }
    }
  }

  @Test(
    "change the method as the standard says",
    arguments: [
      (301, HTTPRequest.Method.post, "GET "), (302, .post, "GET "), (303, .post, "GET "), (303, .put, "GET "),
      (307, .post, "POST body content-type"), (308, .post, "POST body content-type"),
      (301, .put, "PUT body content-type"),
    ])
  func methods(status: Int, method: HTTPRequest.Method, seen: String) async throws {
    try await withServer(Self.script) { server, client in
      var request = HTTPClient.Request(
        method: method, url: "\(server.url)/\(status)//end", headers: [.contentType: "text/plain"],
        body: ByteBuffer(string: "body"))
      request.followsRedirects = true
      let response = try await client.send(request)
      #expect(String(buffer: response.body) == seen)
    }
  }

  @Test("are followed five times, not six")
  func five() async throws {
    try await withServer(Self.script) { server, client in
      let path = { (count: Int) in String(repeating: "/302/", count: count) + "/end" }
      #expect(try await client.send(self.request(server.url + path(5))).status == .ok)
      try await expectFailure(.redirectRefused) { try await client.send(self.request(server.url + path(6))) }
    }
  }

  @Test("to other schemes or with a password are refused", arguments: ["ftp:%2f%2fh%2f", "http:%2f%2fu:p@h%2f"])
  func refused(location: String) async throws {
    try await withServer(Self.script) { server, client in
      let error = try await failure { try await client.send(self.request("\(server.url)/302/\(location)")) }
      #expect(error.code == .invalidURL)
    }
  }

  @Test("share the request's time")
  func time() async throws {
    try await withServer({ connection in
      _ = connection.read()
      connection.respond("302 Found", ["Location: /end"])
      while connection.read() != nil {}
    }) { server, client in
      var slow = try self.request(server.url)
      slow.timeout = .milliseconds(200)
      try await expectFailure(.timedOut) { try await client.send(slow) }
    }
  }
}
