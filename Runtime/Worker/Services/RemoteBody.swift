import Channel
import NIOCore

/// The stream of a host's answer. Releasing it before its end sends `stop` and gives up the rest.
final class RemoteBody: Sendable {
  private let body: ExchangeBody?
  private let operation: RemoteOperation

  init(_ body: ExchangeBody?, of operation: RemoteOperation) {
    self.body = body
    self.operation = operation
  }

  /// Reads the next chunk; nil at the end.
  ///
  /// - Throws: the error for which the host broke the stream off; `CancellationError`; ``ChannelClosed``.
  func next() async throws -> ByteBuffer? { try await body?.nextPiece() }
}
