package import NIOCore

/// The stream of an exchange's other side, for one reader. Reading gives credit; dropping it sends `stop`.
package struct ExchangeBody: AsyncSequence, Sendable {
  private let handle: BodyHandle

  init(_ handle: BodyHandle) { self.handle = handle }

  /// Reads the next piece.
  ///
  /// - Returns: nil at the stream's end.
  /// - Throws: ``ExchangeFailed``, ``ChannelClosed``, or `CancellationError` when the task is cancelled or the exchange
  ///   is over.
  package func next() async throws -> ByteBuffer? { try await handle.exchange.nextPiece() }

  /// Takes no more pieces: sends `stop` if the stream is open.
  package func stop() { handle.exchange.stopBody() }

  package func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  /// Reads the pieces in their order.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let body: ExchangeBody

    package mutating func next() async throws -> ByteBuffer? { try await body.next() }
  }
}
