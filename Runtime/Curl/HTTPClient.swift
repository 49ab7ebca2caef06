public import HTTPTypes
public import NIOCore
import Synchronization

/// An HTTP/1.1 and HTTP/2 client on libcurl, for calls to other services.
///
/// One client owns one event loop, started by its first request, and one pool of connections, which requests reuse. Every
/// request ends: with a response, with ``HTTPClientError``, or with `CancellationError` as soon as its task is
/// cancelled. TLS certificates are always verified. Up to 256 connections are open at a time; further requests wait
/// for one within their own timeout.
///
/// libcurl reads the environment's proxy variables (`http_proxy`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`). Loopback addresses and
/// Unix sockets are always reached directly.
///
/// A request on a kept connection that the server closes at the same moment is sent once more on a new connection, whatever its
/// method. Where a second request would do harm, send an idempotency key.
public final class HTTPClient: Sendable {
  /// How many redirects one request follows at most.
  static let maximumRedirects = 5

  private let loop = LazyReactor(named: "swiftlet-curl", afterShutdown: TransferLoop.shutdown) {
    loop throws(HTTPClientError) in try TransferLoop(on: loop)
  }
  private let lastID = Atomic<UInt64>(0)

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
      let reply = try await perform(request, at: target)
      guard request.followsRedirects, let location = reply.redirectURL else {
        return reply.response(url: target.text)
      }
      let next = try TargetURL(location)
      request = try request.redirected(by: reply.status, from: target, to: next)
      target = next
    }
    throw HTTPClientError(.redirectRefused, "\(target.host): more than \(Self.maximumRedirects) redirects")
  }

  /// Runs one transfer. Cancelling the task removes the transfer and closes its connection.
  private func perform(_ request: Request, at target: TargetURL) async throws -> Reply {
    let loop = try loop.running()
    let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let submission = Transfer.Submission(id: id, request: request, target: target, continuation: continuation)
        loop.run { $0.start(submission) }
        // The handler of a task that was cancelled before ran before the start.
        if Task.isCancelled { loop.run { $0.cancel(id) } }
      }
    } onCancel: {
      loop.run { $0.cancel(id) }
    }
  }

  /// Fails the requests in flight with ``HTTPClientError/Code/shutdown``, closes all connections and ends the client's event loop.
  ///
  /// Later requests fail the same way. A client that is freed without a shutdown ends its event loop too, without waiting for it.
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
