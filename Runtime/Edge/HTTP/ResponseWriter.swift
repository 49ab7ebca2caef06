public import NIOCore

/// The writer of a streamed response.
///
/// A write returns when there is room for more, so a slow client slows the handler.
public struct ResponseWriter: Sendable {
  private let send: @Sendable (ByteBuffer) async throws -> Void

  /// A writer that passes each chunk to `send`.
  public init(_ send: @escaping @Sendable (ByteBuffer) async throws -> Void) { self.send = send }

  /// Sends a chunk to the client at once.
  ///
  /// - Throws: `CancellationError` when the client has left.
  public func write(_ chunk: ByteBuffer) async throws { try await send(chunk) }

  /// Sends text to the client at once.
  ///
  /// - Throws: `CancellationError` when the client has left.
  public func write(_ text: String) async throws { try await send(ByteBuffer(string: text)) }
}
