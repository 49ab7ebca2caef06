public import HTTPTypes
public import NIOCore

/// An HTTP/1.1 and HTTP/2 client on libcurl, for calls to other services.
///
/// One client owns one thread, started by its first request, and one pool of connections, which requests reuse. Every
/// request ends: with a response, with ``HTTPClientError``, or with `CancellationError` as soon as its task is
/// cancelled. TLS certificates are always verified. Up to 256 connections are open at a time; further requests wait
/// for one within their own timeout.
///
/// The environment's proxy variables (`http_proxy`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`) hold as libcurl reads them,
/// except for loopback addresses and Unix sockets, which are always reached directly.
///
/// A request that meets a kept connection in the moment its server closes it is sent once more on a new one, whatever
/// its method; where twice is harmful, send an idempotency key.
public final class HTTPClient: Sendable {
  /// How many redirects one request follows at most.
  static let maximumRedirects = 5

  private let loop = CurlLoop()

  /// Creates a client. Nothing is opened before the first request.
  public init() {}

  /// Sends a request and collects the whole response, whatever its status.
  ///
  /// - Throws: ``HTTPClientError``, or `CancellationError` when the task is cancelled, which also closes the connection.
  public func send(_ request: Request) async throws -> Response {
    let deadline = ContinuousClock.now.advanced(by: min(request.timeout, Request.longestTimeout))
    var request = request
    var target = try TargetURL(request.url)
    try request.validate(for: target)
    for _ in 0...Self.maximumRedirects {
      request.timeout = ContinuousClock.now.duration(to: deadline)
      guard request.timeout > .zero else {
        throw HTTPClientError(.timedOut, "\(target.host): the time for this request is over")
      }
      let reply = try await loop.perform(request, at: target)
      guard request.followsRedirects, let location = reply.redirectURL else {
        return reply.response(url: target.text)
      }
      let next = try TargetURL(location)
      request = try request.redirected(by: reply.status, from: target, to: next)
      target = next
    }
    throw HTTPClientError(.redirectRefused, "\(target.host): more than \(Self.maximumRedirects) redirects")
  }

  /// Fails what is in flight with ``HTTPClientError/Code/shutdown``, closes all connections and ends the client's thread.
  ///
  /// Later requests fail the same way. A client that is dropped without it ends its thread too, without waiting for it.
  public func shutdown() async {
    await loop.shutdown()
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
