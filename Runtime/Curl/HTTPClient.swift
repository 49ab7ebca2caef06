public import HTTPTypes
public import NIOCore

/// An HTTP/1.1 and HTTP/2 client on libcurl, for calls to other services.
///
/// One client owns one event loop, started by its first request, and one pool of connections, which requests reuse. Every
/// request ends: with a response, with ``HTTPClientError``, or with `CancellationError` as soon as its task is
/// cancelled. TLS certificates are always verified. At most so many connections as it
/// was created for are open at a time; further requests wait for one within their own timeout.
///
/// libcurl reads the environment's proxy variables (`http_proxy`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`). Loopback addresses and
/// Unix sockets are always reached directly.
///
/// A GET or HEAD on a kept connection that the server closes at the same moment is sent once more on a new connection. Any other
/// request is sent again only if no byte of it had left.
public final class HTTPClient: Sendable {
  private enum Transport: Sendable {
    case curl(CurlTransport)
    case closure(@Sendable (Request) async throws -> StreamedResponse)
  }

  /// How many redirects one request follows at most.
  static let maximumRedirects = 5

  private let transport: Transport
  private let pacing: RetryPacing
  /// A field of the requests that do not have it.
  private let field: HTTPField?

  private init(_ transport: Transport, _ pacing: RetryPacing, field: HTTPField? = nil) {
    self.transport = transport
    self.pacing = pacing
    self.field = field
  }

  /// Creates a client. Nothing is opened before the first request.
  ///
  /// - Parameter maximumConnections: how many connections are open at a time, at least 1.
  public convenience init(maximumConnections: Int = 256) {
    self.init(.curl(CurlTransport(maximumConnections: maximumConnections)), .system)
  }

  /// Creates a client without connections, for tests: each request that could be sent, redirects included, goes to a closure.
  ///
  /// - Parameter answer: returns the response, or throws what the request is to end with. The client sets the response's URL.
  public convenience init(answering answer: @escaping @Sendable (Request) async throws -> StreamedResponse) {
    self.init(.closure(answer), .system)
  }

  /// As ``init(answering:)``, with a clock for retries.
  package convenience init(
    pacing: RetryPacing, answering answer: @escaping @Sendable (Request) async throws -> StreamedResponse
  ) {
    self.init(.closure(answer), pacing)
  }

  /// A client on the same connections that adds a field to the requests that do not have it.
  package func adding(_ field: HTTPField) -> HTTPClient { HTTPClient(transport, pacing, field: field) }

  /// Sends a request and collects the whole response, whatever its status.
  ///
  /// - Throws: ``HTTPClientError``, or `CancellationError` when the task is cancelled, which also closes the connection.
  public func send(_ request: Request) async throws -> Response {
    let response = try await exchange(request, isStreamed: false)
    return Response(
      url: response.url, status: response.status, version: response.version, headers: response.headers,
      body: try await response.body.collect(upTo: request.maximumResponseSize))
  }

  /// Sends a request and returns as soon as the response's head is complete, whatever its status.
  ///
  /// The connection serves the response until its body is read to the end, or closes when the body is dropped.
  ///
  /// - Throws: as ``send(_:)``; the error of ``Request/streamedBody``.
  public func stream(_ request: Request) async throws -> StreamedResponse {
    // libcurl 7.88 decompresses all that it has read at once, and copies it with each pause.
    if request.decompresses {
      throw HTTPClientError(
        .invalidRequest, "a streamed response is not decompressed: use send, or decompresses = false")
    }
    return try await exchange(request, isStreamed: true)
  }

  /// Sends a request, again if its policy says so.
  private func exchange(_ request: Request, isStreamed: Bool) async throws -> StreamedResponse {
    let deadline = ContinuousClock.now.advanced(by: min(request.timeout, Request.longestTimeout))
    var prepared = request
    if let field, !prepared.headers.contains(field.name) { prepared.headers.append(field) }
    let request = prepared
    guard let policy = request.retry, request.mayBeRepeated else {
      return try await follow(request, until: deadline, isStreamed: isStreamed)
    }
    return try await policy.send(until: deadline, pacing) {
      try await follow(request, until: deadline, isStreamed: isStreamed)
    }
  }

  /// Sends a request and follows its redirects.
  private func follow(
    _ request: Request, until deadline: ContinuousClock.Instant, isStreamed: Bool
  ) async throws -> StreamedResponse {
    var request = request
    var target = try TargetURL(request.url)
    try request.validate(for: target)
    for _ in 0...Self.maximumRedirects {
      request.timeout = ContinuousClock.now.duration(to: deadline)
      guard request.timeout > .zero else {
        throw HTTPClientError(.timedOut, "\(target.host): the time for this request is over")
      }
      let response = try await perform(request, at: target, isStreamed: isStreamed)
      let status = response.status.code
      guard request.followsRedirects, Request.redirects.contains(status),
        let location = response.headers[values: .location].first, !location.isEmpty
      else { return response }
      let next = try target.resolving(location)
      request = try request.redirected(by: status, from: target, to: next)
      target = next
    }
    throw HTTPClientError(.redirectRefused, "\(target.host): more than \(Self.maximumRedirects) redirects")
  }

  private func perform(_ request: Request, at target: TargetURL, isStreamed: Bool) async throws -> StreamedResponse {
    switch transport {
    case .curl(let transport): return try await transport.perform(request, at: target, isStreamed: isStreamed)
    case .closure(let answer):
      var response = try await answer(request)
      response.url = target.text
      return response
    }
  }

  /// Fails the requests in flight with ``HTTPClientError/Code/shutdown``, closes all connections and ends the client's event loop.
  ///
  /// Later requests fail the same way. A client that is freed without a shutdown ends its event loop too, without waiting for it.
  public func shutdown() async {
    if case .curl(let transport) = transport { await transport.shutdown() }
  }
}

extension HTTPClient {
  /// Gets a URL.
  ///
  /// - Throws: as ``send(_:)``.
  public func get(_ url: String, headers: HTTPFields = [:]) async throws -> Response {
    try await send(Request(url: url, headers: headers))
  }

  /// Posts JSON, which is sent as it is, with `Content-Type: application/json` unless `headers` say otherwise.
  ///
  /// - Throws: as ``send(_:)``.
  public func post(_ url: String, json: ByteBuffer, headers: HTTPFields = [:]) async throws -> Response {
    var headers = headers
    if headers[.contentType] == nil { headers[.contentType] = "application/json" }
    return try await send(Request(method: .post, url: url, headers: headers, body: json))
  }
}
