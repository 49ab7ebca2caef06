public import HTTPTypes
public import NIOCore

/// An HTTP/1.1 and HTTP/2 client for calls to other services.
///
/// A host's client stands on libcurl: it owns one event loop, started by its first request, and one pool of
/// connections, which requests reuse. A function in a worker has a client whose requests its host sends.
///
/// Every request ends: with a response, with ``HTTPClientError``, or with `CancellationError` as soon as its task is
/// cancelled. TLS certificates are always verified. The client has a maximum of open connections; further requests wait
/// for a connection within their own timeout.
///
/// libcurl reads the environment's proxy variables (`http_proxy`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`). Loopback
/// addresses and Unix sockets are always reached directly.
///
/// A GET or HEAD on a kept connection that the server closes at the same moment is sent once more on a new connection.
/// Any other request is sent again only if no byte of it had left.
public final class HTTPClient: Sendable {
  private let transport: any HTTPTransport
  /// A field that is added to requests without a field of its name.
  private let field: HTTPField?
  /// The servers that requests may reach; nil for all.
  private let allowedHosts: AllowedHosts?

  package init(transport: any HTTPTransport, field: HTTPField? = nil, allowedHosts: AllowedHosts? = nil) {
    self.transport = transport
    self.field = field
    self.allowedHosts = allowedHosts
  }

  /// A client on the same transport that adds a field to the requests that do not have it.
  package func adding(_ field: HTTPField) -> HTTPClient {
    HTTPClient(transport: transport, field: field, allowedHosts: allowedHosts)
  }

  /// A client on the same transport whose requests reach the given servers alone. They are sent without a proxy, which
  /// would hide what the servers' names resolve to, unless the list itself has proxies.
  package func restricted(to hosts: AllowedHosts) -> HTTPClient {
    HTTPClient(transport: transport, field: field, allowedHosts: hosts)
  }

  /// A client whose requests go through a transport that wraps this one's.
  package func wrapped(by wrap: (any HTTPTransport) -> any HTTPTransport) -> HTTPClient {
    HTTPClient(transport: wrap(transport), field: field, allowedHosts: allowedHosts)
  }

  /// Whether the servers that requests may reach are restricted.
  package var isRestricted: Bool { allowedHosts != nil }

  /// Sends a request and collects the whole response, whatever its status.
  ///
  /// - Throws: ``HTTPClientError``, or `CancellationError` when the task is cancelled, which also closes the
  ///   connection.
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

  private func exchange(_ request: Request, isStreamed: Bool) async throws -> StreamedResponse {
    var request = request
    if let field, !request.headers.contains(field.name) { request.headers.append(field) }
    if let allowedHosts { request.allowedHosts = allowedHosts }
    return try await transport.exchange(request, isStreamed: isStreamed)
  }

  /// Fails the requests in flight with ``HTTPClientError/Code/shutdown``, closes all connections and ends the client's
  /// event loop.
  ///
  /// Later requests fail the same way. A client that is freed without a shutdown ends its event loop too, without
  /// waiting for it.
  public func shutdown() async {
    await transport.shutdown()
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
