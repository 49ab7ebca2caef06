import Curl
import HTTPCalls
import HTTPTypes
import NIOCore
import Testing

@Suite("What cannot be sent", .timeLimit(.minutes(10)))
struct RefusalTests {
  private let client = HTTPClient()

  @Test(
    "bad URLs",
    arguments: [
      "", "/path", "example.com", "ftp://example.com/", "file:///etc/passwd", "gopher://h/", "http://", "http:///x",
      "http://host:99999/", "http://a b/", "http://host/a b", "http://host/\u{0}", "http://host/\r\nX: y", "http://hö/",
      "http://user@host/", "https://user:secret@host/", "http://[::1/", "javascript:alert(1)",
    ])
  func urls(url: String) async throws {
    let error = try await failure { try await client.get(url) }
    #expect(error.code == .invalidURL)
    #expect(!error.description.contains("secret"))
  }

  @Test("a value with line breaks is refused, not repaired")
  func setHeader() throws {
    var request = HTTPClient.Request(url: "http://127.0.0.1/")
    try request.setHeader("X-Good", "yes")
    #expect(request.headers.map(\.description) == ["X-Good: yes"])
    for (name, value) in [
      ("X-A", "a\r\nX-B: b"), ("X-A", "a\nb"), ("X-A", "a\u{0}"), ("X\r\nY", "a"), ("", "a"), ("X Y", "a"),
    ] {
      let error = #expect(throws: HTTPClientError.self) { try request.setHeader(name, value) }
      #expect(error?.code == .invalidRequest)
    }
    #expect(request.headers.count == 1)
    #expect(HTTPRequest.Method("GET\r\nX") == nil)
  }

  @Test(
    "headers that frame the message or name the host",
    arguments: ["Content-Length", "transfer-encoding", "Host", "Connection", "Expect", "TE", "Upgrade"])
  func ownFields(name: String) async throws {
    var request = HTTPClient.Request(url: "http://127.0.0.1:1/")
    try request.setHeader(name, "1")
    let error = try await failure { try await client.send(request) }
    #expect(error.code == .invalidRequest)
    #expect(error.message == "127.0.0.1: the client sets \(name) itself")
  }

  @Test("control characters, CONNECT, HEAD with a body, negative sizes, odd paths")
  func others() async throws {
    let good = HTTPClient.Request(url: "http://127.0.0.1:1/")
    var requests = Array(repeating: good, count: 6)
    requests[0].headers.append(HTTPField(name: .accept, lenientValue: [0x61, 0x01]))
    requests[1].method = .connect
    requests[2].method = .head
    requests[2].body = ByteBuffer(string: "x")
    requests[3].maximumResponseSize = -1
    requests[4].unixSocketPath = "/tmp/a\u{0}b"
    requests[5].caFile = ""
    for request in requests {
      try await expectFailure(.invalidRequest) { try await client.send(request) }
    }
    try await expectFailure(.couldNotConnect) { try await client.send(good) }
    await client.shutdown()
  }
}
