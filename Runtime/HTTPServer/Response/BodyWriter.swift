package import NIOCore

/// Writes the body of a streamed response.
package struct BodyWriter: Sendable {
  private let send: @Sendable (ByteBuffer) async throws -> Void

  init(_ send: @escaping @Sendable (ByteBuffer) async throws -> Void) { self.send = send }

  /// Sends a chunk, and returns when the connection has room for another.
  ///
  /// - Throws: `CancellationError` when the client has left.
  package func write(_ chunk: ByteBuffer) async throws { try await send(chunk) }
}
