import Curl
import HTTPCalls
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@Suite("A client without connections")
struct AnsweringClientTests {
  /// A client that answers with one status after the other, and notes its pauses.
  private static func client(
    _ statuses: [Int], pauses: Events<Duration> = Events(),
    requests: Events<HTTPClient.Request> = Events(),
    headers: HTTPFields = [:]
  ) -> HTTPClient {
    let rest = Mutex(statuses[...])
    return HTTPClient(pacing: RetryPacing(now: { 0 }, sleep: { pauses.send($0) }, random: { 1 })) {
      request in
      requests.send(request)
      guard let status = rest.withLock({ $0.popFirst() }), status > 0 else {
        throw HTTPClientError(.connectionClosed, "closed")
      }
      return HTTPClient.StreamedResponse(
        status: HTTPResponse.Status(code: status), headers: headers,
        body: HTTPClient.ResponseBody(ByteBuffer(string: "answer")))
    }
  }

  @Test("its answers are collected or streamed, with the request's URL")
  func answers() async throws {
    let client = HTTPClient { request in
      let chunks = Mutex([request.method.rawValue, " ", request.url][...])
      return HTTPClient.StreamedResponse(
        body: HTTPClient.ResponseBody {
          chunks.withLock { $0.popFirst() }.map { ByteBuffer(string: $0) }
        })
    }
    let response = try await client.get("http://a.example/b#c")
    #expect(response.url == "http://a.example/b")
    #expect(String(buffer: response.body) == "GET http://a.example/b#c")
    var chunks: [String] = []
    for try await chunk in try await client.stream(HTTPClient.Request(url: "http://a.example/"))
      .body
    {
      chunks.append(String(buffer: chunk))
    }
    #expect(chunks == ["GET", " ", "http://a.example/"])
    var request = HTTPClient.Request(url: "http://a.example/")
    request.maximumResponseSize = 5
    try await expectFailure(.responseTooLarge) { try await client.send(request) }
    try await expectFailure(.invalidURL) { try await client.get("ftp://a.example/") }
    try await expectFailure(.invalidRequest) {
      try await client.get("http://a.example/", headers: [.connection: "close"])
    }
  }

  @Test("redirects are followed")
  func redirects() async throws {
    let requests = Events(of: HTTPClient.Request.self)
    let client = Self.client([302, 200], requests: requests, headers: [.location: "/next"])
    var request = HTTPClient.Request(url: "http://a.example/first/")
    request.followsRedirects = true
    #expect(try await client.send(request).url == "http://a.example/next")
    let urls = [try await requests.next().url, try await requests.next().url]
    #expect(urls == ["http://a.example/first/", "http://a.example/next"])
  }

  @Test("a retry policy sends again after a status and after an error, with pauses")
  func retries() async throws {
    let pauses = Events(of: Duration.self)
    let client = Self.client([503, 0, 200], pauses: pauses)
    var request = HTTPClient.Request(url: "http://a.example/")
    request.retry = HTTPClient.RetryPolicy()
    #expect(try await client.send(request).status == .ok)
    let seen = [try await pauses.next(), try await pauses.next()]
    #expect(seen == [.milliseconds(200), .milliseconds(400)])
  }

  @Test("the last outcome stands")
  func lastOutcome() async throws {
    var request = HTTPClient.Request(method: .put, url: "http://a.example/")
    request.retry = HTTPClient.RetryPolicy(attempts: 2)
    #expect(try await Self.client([503, 502, 200]).send(request).status.code == 502)
    let failing = Self.client([503, 0, 200])
    try await expectFailure(.connectionClosed) { try await failing.send(request) }
    request.method = .post
    #expect(try await Self.client([503, 200]).send(request).status.code == 503)
    request.retry = nil
    request.method = .get
    #expect(try await Self.client([503, 200]).stream(request).status.code == 503)
  }

  @Test("a field is added to requests that do not have it")
  func addedField() async throws {
    let requests = Events(of: HTTPClient.Request.self)
    let client = Self.client([200, 200], requests: requests).adding(
      HTTPField(name: .acceptLanguage, value: "de"))
    _ = try await client.get("http://a.example/")
    _ = try await client.get("http://a.example/", headers: [.acceptLanguage: "fr"])
    let languages = [
      try await requests.next().headers[values: .acceptLanguage],
      try await requests.next().headers[values: .acceptLanguage],
    ]
    #expect(languages == [["de"], ["fr"]])
  }
}
