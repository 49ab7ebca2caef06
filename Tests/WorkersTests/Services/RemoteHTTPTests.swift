import Curl
import Edge
import HTTPTypes
import NIOCore
import SwiftletTesting
import Synchronization
import Testing

@testable import HTTPCalls
@testable import Worker

/// What a client does in the host and in a worker alike. A closure answers the requests.
@Suite("Calls to other servers", .timeLimit(.minutes(10)))
struct RemoteHTTPTests {
  enum Kind: CaseIterable { case host, worker }
  typealias Answer = @Sendable (HTTPClient.Request) async throws -> HTTPClient.StreamedResponse

  private func with(
    _ kind: Kind, allowing hosts: AllowedHosts? = nil, _ answer: @escaping Answer,
    _ test: (HTTPClient) async throws -> Void
  ) async throws {
    var call = LinkedCall()
    call.http = HTTPClient(answering: answer)
    if let hosts { call.http = call.http.restricted(to: hosts) }
    switch kind {
    case .host: try await test(call.http)
    case .worker:
      try await call.run { link in
        try await test(HTTPClient(transport: RemoteHTTPTransport(link.services)))
        #expect(link.violations == [])
      }
    }
  }

  /// Answers with the request's method, URL, fields and body.
  private static let echo: Answer = { request in
    var body = request.body ?? ByteBuffer()
    if let streamed = request.streamedBody {
      while var chunk = try await streamed.next() { body.writeBuffer(&chunk) }
    }
    return HTTPClient.StreamedResponse(
      status: .init(code: 299, reasonPhrase: "Seen"), version: .http2,
      headers: request.headers + [HTTPField(name: .location, value: request.method.rawValue)],
      body: HTTPClient.ResponseBody(body))
  }

  @Test(arguments: Kind.allCases) func aWholeRequest(_ kind: Kind) async throws {
    try await with(kind, Self.echo) { client in
      for length in [0, 1, 64 << 10, 64 << 10 + 1, 3 << 20] {
        let body = ByteBuffer(repeating: 7, count: length)
        let response = try await client.send(
          HTTPClient.Request(method: .put, url: "https://a.example/b", headers: [.accept: "x"], body: body))
        #expect(response.url == "https://a.example/b")
        #expect(response.status.code == 299)
        #expect(response.status.reasonPhrase == "Seen")
        #expect(response.version == .http2)
        #expect(response.headers[.accept] == "x")
        #expect(response.headers[.location] == "PUT")
        #expect(response.body == body)
      }
    }
  }

  @Test(arguments: Kind.allCases) func streamedBodies(_ kind: Kind) async throws {
    try await with(kind, Self.echo) { client in
      let left = Mutex(40)
      var request = HTTPClient.Request(method: .post, url: "https://a.example/")
      request.streamedBody = HTTPClient.StreamedBody {
        left.withLock { left -> ByteBuffer? in
          guard left > 0 else { return nil }
          left -= 1
          return ByteBuffer(repeating: UInt8(left), count: 50_000)
        }
      }
      let response = try await client.stream(request)
      #expect(response.status.code == 299)
      let body = try await response.body.collect(upTo: 10 << 20)
      #expect(body.readableBytes == 40 * 50_000)
    }
  }

  private struct Broken: Error {}

  @Test(arguments: Kind.allCases) func aSourceThatFailsIsTheRequestsError(_ kind: Kind) async throws {
    try await with(kind, Self.echo) { client in
      var request = HTTPClient.Request(method: .post, url: "https://a.example/")
      request.streamedBody = HTTPClient.StreamedBody { throw Broken() }
      let sent = request
      await #expect(throws: Broken.self) { _ = try await client.send(sent) }
    }
  }

  @Test(arguments: Kind.allCases) func aBodyThatBreaksOff(_ kind: Kind) async throws {
    let error = HTTPClientError(.connectionClosed, "a.example: it ended", curlCode: 18)
    try await with(kind) { _ in
      let isFirst = Atomic(true)
      return HTTPClient.StreamedResponse(
        body: HTTPClient.ResponseBody {
          if isFirst.exchange(false, ordering: .relaxed) { return ByteBuffer(string: "part") }
          throw error
        })
    } _: { client in
      let response = try await client.stream(HTTPClient.Request(url: "https://a.example/"))
      await #expect(throws: error) { _ = try await response.body.collect(upTo: 100) }
      await #expect(throws: error) { _ = try await client.get("https://a.example/") }
    }
  }

  @Test(arguments: Kind.allCases) func errorsAreTheSame(_ kind: Kind) async throws {
    for code in [HTTPClientError.Code.couldNotResolve, .tls, .timedOut, .notAllowed] {
      let error = HTTPClientError(code, "a.example: no", curlCode: 6)
      try await with(kind) { _ in
        throw error
      } _: { client in
        await #expect(throws: error) { _ = try await client.get("https://a.example/") }
      }
    }
    try await with(kind, Self.echo) { client in
      await #expect(throws: HTTPClientError.self) { _ = try await client.get("file:///etc/passwd") }
      await #expect(throws: HTTPClientError.self) {
        _ = try await client.get("https://a.example/", headers: [.contentLength: "5"])
      }
    }
  }

  @Test(arguments: Kind.allCases) func redirectsAndRetriesAreTheHosts(_ kind: Kind) async throws {
    let seen = Mutex<[String]>([])
    try await with(kind) { request in
      let count = seen.withLock { seen in
        seen.append(request.url)
        return seen.count
      }
      switch count {
      case 1: return HTTPClient.StreamedResponse(status: .serviceUnavailable, headers: [.retryAfter: "0"])
      case 2: return HTTPClient.StreamedResponse(status: .found, headers: [.location: "https://b.example/"])
      default: return HTTPClient.StreamedResponse()
      }
    } _: { client in
      var request = HTTPClient.Request(url: "https://a.example/")
      request.followsRedirects = true
      var retry = HTTPClient.RetryPolicy()
      retry.firstPause = .milliseconds(1)
      request.retry = retry
      let response = try await client.send(request)
      #expect(response.url == "https://b.example/")
    }
    #expect(seen.withLock { $0 } == ["https://a.example/", "https://a.example/", "https://b.example/"])
  }

  @Test func theHostBoundsTheRetriesOfAWorker() async throws {
    let count = Mutex(0)
    try await with(.worker) { _ in
      count.withLock { $0 += 1 }
      return HTTPClient.StreamedResponse(status: .serviceUnavailable, headers: [.retryAfter: "0"])
    } _: { client in
      var request = HTTPClient.Request(url: "https://a.example/")
      var retry = HTTPClient.RetryPolicy(attempts: .max)
      retry.firstPause = .zero
      request.retry = retry
      let response = try await client.send(request)
      #expect(response.status == .serviceUnavailable)
    }
    #expect(count.withLock { $0 } == 10)
  }

  @Test(arguments: Kind.allCases) func theAllowedHostsHoldForRedirects(_ kind: Kind) async throws {
    try await with(kind, allowing: try AllowedHosts(["a.example"])) { request in
      #expect(request.url == "https://a.example/")
      return HTTPClient.StreamedResponse(status: .found, headers: [.location: "https://b.example/"])
    } _: { client in
      var request = HTTPClient.Request(url: "https://a.example/")
      request.followsRedirects = true
      for url in ["https://a.example/", "https://b.example/"] {
        request.url = url
        let sent = request
        let error = await #expect(throws: HTTPClientError.self) { _ = try await client.send(sent) }
        #expect(error?.code == .notAllowed)
      }
    }
  }

  @Test func aWorkerCannotReachASocketOfItsHost() async throws {
    try await with(.worker, Self.echo) { client in
      var request = HTTPClient.Request(url: "http://host/")
      request.unixSocketPath = "/run/swiftlet.sock"
      let sent = request
      let error = await #expect(throws: HTTPClientError.self) { _ = try await client.send(sent) }
      #expect(error?.code == .notAllowed)
    }
  }

  @Test(arguments: Kind.allCases) func cancellation(_ kind: Kind) async throws {
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (cancelled, cancel) = AsyncStream<Void>.makeStream()
    try await with(kind) { _ in
      begin.yield()
      await withTaskCancellationHandler {
        await Self.never()
      } onCancel: {
        cancel.yield()
      }
      throw CancellationError()
    } _: { client in
      let task = Task { try await client.get("https://a.example/") }
      for await _ in begun { break }
      task.cancel()
      for await _ in cancelled { break }
      await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
  }

  /// Waits until the task is cancelled.
  private static func never() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    continuation.finish()
  }
}
