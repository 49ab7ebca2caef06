package import NIOCore

/// The stream of an exchange's other side, for one reader. Reading gives credit; dropping it sends `stop`.
package struct ExchangeBody: AsyncSequence, Sendable {
  /// Reads the next pieces.
  ///
  /// - Returns: nil at the stream's end.
  /// - Throws: ``ExchangeFailed``, ``ChannelClosed``, or `CancellationError`.
  package func next() async throws -> ByteBuffer? { nil }

  /// Takes no more pieces: sends `stop` if the stream is open.
  package func stop() {}

  package func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let body: ExchangeBody

    package mutating func next() async throws -> ByteBuffer? { try await body.next() }
  }
}
