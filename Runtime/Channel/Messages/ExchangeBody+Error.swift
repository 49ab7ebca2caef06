package import NIOCore

extension ExchangeBody {
  /// Reads the next piece.
  ///
  /// - Returns: nil at the stream's end.
  /// - Throws: the error for which the other side broke its stream off, as it was thrown there; ``ChannelClosed``, or
  ///   `CancellationError`.
  package func nextPiece() async throws -> ByteBuffer? {
    do {
      return try await next()
    } catch let error as ExchangeFailed {
      throw WireError(reason: error.reason)?.error ?? error
    }
  }
}
