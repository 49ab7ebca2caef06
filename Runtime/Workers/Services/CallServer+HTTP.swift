import Channel
import Edge
import NIOCore

extension CallServer {
  /// The most bytes of a body that the host keeps for a worker: of a request that may be sent again, and of a response
  /// that is collected.
  private static let longestBody = 64 << 20

  /// Sends a request and collects the response.
  func send(_ call: HTTPCall, _ exchange: IncomingExchange) async throws {
    let lease = memory.lease()
    defer { withExtendedLifetime(lease) {} }
    var request = try await request(of: call, exchange, lease)
    request.maximumResponseSize = min(request.maximumResponseSize, Self.longestBody)
    // A response is counted while it arrives: many at a time could otherwise take any amount of memory.
    request.admitting = { count in try lease.add(count) }
    let response = try await http.send(request)
    // The bodies of redirects and of attempts that failed are gone.
    lease.replace(with: (request.body?.readableBytes ?? 0) + response.body.readableBytes)
    let isWhole = response.body.readableBytes <= MessageBody.longestWhole
    let answer = HTTPAnswer(
      url: response.url, status: response.status, version: response.version, headers: response.headers,
      body: isWhole ? .whole(response.body) : .stream(length: response.body.readableBytes))
    guard !isWhole else { return await exchange.answer(with: answer) }
    exchange.answer(OperationAnswer.value(answer).payload, hasBody: true)
    await exchange.send(HTTPClient.ResponseBody(response.body))
  }

  /// Sends a request; the response's body is the answer's stream.
  func stream(_ call: HTTPCall, _ exchange: IncomingExchange) async throws {
    let lease = memory.lease()
    defer { withExtendedLifetime(lease) {} }
    let response = try await http.stream(try await request(of: call, exchange, lease))
    let answer = HTTPAnswer(
      url: response.url, status: response.status, version: response.version, headers: response.headers,
      body: .stream(length: nil))
    exchange.answer(OperationAnswer.value(answer).payload, hasBody: true)
    await exchange.send(response.body)
  }

  /// The request with its body.
  ///
  /// - Parameter lease: the memory of a body that is collected.
  /// - Throws: ``HTTPClientError`` for a Unix socket that the function's `allow_hosts` do not name, since the host's
  ///   sockets are not the worker's; and for a file of certificates, which the host would open outside of the worker's
  ///   sandbox.
  private func request(
    of call: HTTPCall, _ exchange: IncomingExchange, _ lease: OperationMemory.Lease
  ) async throws -> HTTPClient.Request {
    var request = call.request
    guard request.unixSocketPath == nil || http.isRestricted else {
      throw HTTPClientError(.notAllowed, "a function in a worker calls a Unix socket only if allow_hosts names it")
    }
    guard request.caFile == nil else {
      throw HTTPClientError(
        .notAllowed, "a function in a worker cannot name a file of certificates: install them where the host runs")
    }
    request.retry = request.retry?.boundedForWorker
    switch call.body {
    case .none: break
    case .whole(let body): request.body = body
    case .stream(let length):
      guard let body = exchange.body else { throw HTTPClientError(.invalidRequest, "the body is missing") }
      if call.isStreamed {
        request.streamedBody = HTTPClient.StreamedBody(length: length) { try await body.next() }
      } else {
        request.body = try await Self.collect(body, lease)
      }
    }
    return request
  }

  private static func collect(_ body: ExchangeBody, _ lease: OperationMemory.Lease) async throws -> ByteBuffer {
    var left = longestBody
    return try await LongPayload.collect(body) { count in
      left -= count
      guard left >= 0 else {
        throw HTTPClientError(
          .invalidRequest, "the body has more than \(longestBody) bytes: a longer one has to be streamed")
      }
      try lease.add(count)
    }
  }
}
