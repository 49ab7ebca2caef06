package import NIOCore

/// Payloads that are longer than a frame's: they travel as the stream of their exchange.
package enum LongPayload {
  /// The most bytes of a payload that travels in a frame.
  package static let threshold = 256 << 10
  /// The most bytes that an operation may have.
  package static let maximum = 64 << 20

  /// Collects a payload.
  ///
  /// - Parameter reserve: called with the number of bytes that come next; what it throws ends the collecting.
  /// - Throws: ``MessageFault`` for more than `maximum` bytes, and what the stream throws.
  package static func collect(
    _ body: ExchangeBody, maximum: Int = .max, reserve: (Int) throws -> Void = { _ in }
  ) async throws -> ByteBuffer {
    var payload = ByteBuffer()
    for try await piece in body {
      guard payload.readableBytes + piece.readableBytes <= maximum else {
        throw MessageFault("it has more than \(maximum) bytes")
      }
      try reserve(piece.readableBytes)
      payload.writeImmutableBuffer(piece)
    }
    return payload
  }
}
