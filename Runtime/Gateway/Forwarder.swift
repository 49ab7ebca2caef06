import Edge
import HTTPTypes
import Host
import NIOCore

/// Forwards the requests of one service to its server, and the responses back, both without collecting their bodies.
struct Forwarder: PathHandler {
  let upstream: Upstream
  let setup: ForwardingSetup

  var name: String { upstream.service.name }
  var answersPreflights: Bool { true }
  var isTimed: Bool { false }

  /// The project's functions have the host's own form.
  func response(to refusal: FunctionError) -> Response? {
    upstream.service == .functions ? nil : ServiceError(refusal).response(of: upstream.service)
  }

  func respond(to request: PathRequest) async -> Response {
    do throws(ServiceError) {
      return try await forward(request)
    } catch {
      // After a failed preflight, a browser would not send the request, whose error a page could read.
      let isPreflight = request.head.method == .options && request.head.headers.contains(.accessControlRequestMethod)
      if isPreflight, error.status.code >= 500 { return CORS.preflight(request.head.headers.all) }
      return error.response(of: upstream.service)
    }
  }

  private func forward(_ request: PathRequest) async throws(ServiceError) -> Response {
    let head = request.head
    let fields = head.headers.all
    let kind = try ForwardingRules.kind(method: head.method, target: head.target, fields: fields)
    let url = try upstream.url(path: request.request.path, query: request.request.rawQuery)
    if ForwardedFields.isLoop(fields, mark: setup.mark) { throw .loop(upstream.setting) }
    guard let places = setup.places(for: head, of: upstream.service) else { throw .overloaded }
    var forwarded = ForwardedFields.request(
      fields, from: setup.sender(of: head), mark: setup.isBusy ? setup.mark : nil)
    // Supabase's gateway selects the schema of `pg_graphql` by this field.
    if upstream.isOwn, upstream.service == .graphql { forwarded[.contentProfile] = "graphql_public" }
    var message = HTTPClient.Request(method: head.method, url: url, headers: forwarded)
    message.take(request.request.body)
    message.timeout = setup.patience
    message.idleTimeout = setup.patience
    message.addsDefaultFields = false
    do {
      if kind == .webSocket {
        guard let place = setup.tunnelPlace(for: head) else { throw ServiceError.overloaded }
        return try await webSocket(message, place)
      }
      return try await response(setup.http.stream(message), toHead: head.method == .head, places)
    } catch let error as HTTPClientError {
      throw ServiceError(error, setting: upstream.setting)
    } catch let error as ServiceError {
      throw error
    } catch {
      // The client has left, or its body is incomplete: the response reaches nothing.
      throw .badRequest("The request is incomplete")
    }
  }

  /// The response to the handshake of a WebSocket. After 101 it is a tunnel, which keeps its place to its end, and is
  /// not among the requests in hand.
  private func webSocket(_ message: HTTPClient.Request, _ place: Places.Place) async throws -> Response {
    var response = try await setup.tunnel.open(message, keeping: place)
    if response.status != .switchingProtocols { response.headers = ForwardedFields.response(response.headers) }
    response.isForwarded = true
    return response
  }

  private func response(
    _ streamed: HTTPClient.StreamedResponse, toHead: Bool, _ places: [Places.Place]
  ) async throws -> Response {
    let code = streamed.status.code
    let length = ForwardedFields.length(streamed.headers)
    var response = Response(status: streamed.status, headers: ForwardedFields.response(streamed.headers))
    response.isForwarded = true
    var chunks = streamed.body.makeAsyncIterator()
    if toHead || code == 204 || code == 304 || length == 0 {
      // No body follows; reading its end keeps the connection for another request.
      _ = try await chunks.next()
      if toHead { response.body = length.map { ResponseBody(length: $0) { _ in } } ?? ResponseBody(stream: { _ in }) }
      return response
    }
    // A short body is mostly here already: it is sent together with the head.
    var first: ByteBuffer?
    if let length, length <= Self.shortBody {
      first = try await chunks.next()
      if let first, first.readableBytes == length {
        _ = try await chunks.next()
        response.body = ResponseBody(first)
        return response
      }
    }
    let write = { @Sendable [first, chunks] (writer: ResponseWriter) in
      var chunks = chunks
      if let first { try await writer.write(first) }
      while let chunk = try await chunks.next() { try await writer.write(chunk) }
      // The request keeps its places until its body is sent.
      withExtendedLifetime(places) {}
    }
    response.body = length.map { ResponseBody(length: $0, stream: write) } ?? ResponseBody(stream: write)
    return response
  }

  /// The length of a body, in bytes, up to which its first bytes are awaited before its head is sent.
  private static let shortBody = 16 << 10
}

extension HTTPClient.Request {
  /// Takes over the body of a request to the host, whose server has checked its `Content-Length`.
  fileprivate mutating func take(_ body: RequestBody) {
    let length = headers[.contentLength].flatMap { Int($0) }
    // A length with leading zeros is written without them.
    if let length, headers[.contentLength] != String(length) { headers[.contentLength] = String(length) }
    if let whole = body.collected {
      if whole.readableBytes > 0 { self.body = whole }
    } else {
      streamedBody = HTTPClient.StreamedBody(length: length) {
        var chunks = body.makeAsyncIterator()
        return try await chunks.next()
      }
    }
  }
}

extension HTTPField.Name {
  fileprivate static let contentProfile = named("content-profile")
}
