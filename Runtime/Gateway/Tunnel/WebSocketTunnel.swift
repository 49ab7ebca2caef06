import Curl
package import Edge
import HTTPTypes
import Loop

/// Passes WebSockets on to another server: the handshake with fields of its own, then bytes in both directions. No
/// frame is parsed.
package struct WebSocketTunnel: Sendable {
  private let connector = StreamConnector()

  /// Creates a tunnel without connections.
  package init() {}

  /// Opens a WebSocket on a server.
  ///
  /// - Parameters:
  ///   - request: the URL, whose path and query are sent as they are, with the fields of the handshake
  ///     (`Sec-WebSocket-…`) and others. Its connection's fields (`Host`, `Connection`, `Upgrade`) are set here. Its
  ///     limits on time and its certificates apply.
  ///   - place: an object that is kept to the end of the tunnel.
  /// - Returns: the response for the client: of status 101, whose tunnel leads to the server, or the server's refusal.
  /// - Throws: ``HTTPClientError``, or `CancellationError` when the task is cancelled.
  package func open(_ request: HTTPClient.Request, keeping place: (any Sendable)? = nil) async throws -> Response {
    let head = try UpgradeHead(request).bytes
    let deadline = ContinuousClock.now + request.timeout
    var target = request
    target.headers = [:]
    let stream = Lease(try await connector.connect(target, until: deadline))
    let answer: HandshakeAnswer
    do {
      answer = try await Self.answer(to: head, on: stream.stream)
    } catch {
      throw Self.error(error, isLate: ContinuousClock.now >= deadline, host: try TargetURL(request.url).host)
    }
    try connector.keep(stream.stream)
    switch answer.rest {
    case .body(let body):
      return Response(status: answer.status, headers: answer.fields, body: ResponseBody(body))
    case .frames(let first):
      let body = ResponseBody(tunnel: { client in
        let server = stream.stream
        defer { server.close() }
        if !first.isEmpty { try await client.write(first) }
        try await Relay(client, server).run()
        withExtendedLifetime(place) {}
      })
      return Response(status: answer.status, headers: answer.fields, body: body)
    }
  }

  private static func answer(to head: [UInt8], on stream: ByteStream) async throws -> HandshakeAnswer {
    try await stream.write(head)
    var reader = HandshakeReader()
    while let bytes = try await stream.read() {
      if let answer = try reader.receive(bytes) { return answer }
    }
    return try reader.inputHasEnded()
  }

  private static func error(_ error: any Error, isLate: Bool, host: String) -> any Error {
    switch error {
    case is ByteStream.Closed where isLate:
      HTTPClientError(.timedOut, "\(host): the handshake of a WebSocket was not answered in time")
    case HandshakeFault.malformed:
      HTTPClientError(.protocolError, "\(host): the answer to the handshake of a WebSocket is malformed")
    case HandshakeFault.tooLarge:
      HTTPClientError(.responseTooLarge, "\(host): the answer to the handshake of a WebSocket is too long")
    case HandshakeFault.incomplete, is ByteStream.Closed:
      Task.isCancelled
        ? CancellationError()
        : HTTPClientError(.connectionClosed, "\(host): the connection ended during the handshake of a WebSocket")
    default: error
    }
  }
}

/// Closes a stream when the last reference to it is gone: the response that would use it may never be sent.
private final class Lease: Sendable {
  let stream: ByteStream

  init(_ stream: ByteStream) { self.stream = stream }

  deinit { stream.close() }
}
