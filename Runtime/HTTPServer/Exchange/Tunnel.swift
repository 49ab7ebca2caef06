import Loop

/// The use of a connection after it has switched to another protocol.
struct Tunnel: Sendable {
  private let use: @Sendable (ByteStream) async throws -> Void
  private let finished: @Sendable (ExchangeOutcome) -> Void

  /// The tunnel of a response; nil for a response with another body.
  init?(_ response: ServerResponse, _ finished: @escaping @Sendable (ExchangeOutcome) -> Void) {
    guard case .tunnel(let use) = response.body else { return nil }
    self.use = use
    self.finished = finished
  }

  /// Sends the head of the response, and then uses the connection to its end.
  func run(on stream: ByteStream, head: [UInt8]) async {
    do {
      try await stream.write(head)
      try await use(stream)
      finished(.completed)
    } catch {
      finished(error is CancellationError || error is ByteStream.Closed ? .clientLeft : .failed)
    }
  }
}
