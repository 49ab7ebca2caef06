import NIOCore

/// The reader of a response's body. Its end ends the transfer.
final class PipeReader: Sendable {
  private let pipe: ResponsePipe

  init(_ pipe: ResponsePipe) { self.pipe = pipe }

  deinit { pipe.abandon() }

  func next() async throws -> ByteBuffer? { try await pipe.next() }
}
