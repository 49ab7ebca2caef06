import NIOCore
import Synchronization

/// Writes a streamed body of known length, and fails if the number of bytes differs.
final class MeasuredWriting: Sendable {
  /// The error of a body whose number of bytes differs from its declared length.
  struct WrongLength: Error {}

  private let left: Atomic<Int>
  private let write: @Sendable (ResponseWriter) async throws -> Void

  init(length: Int, _ write: @escaping @Sendable (ResponseWriter) async throws -> Void) {
    left = Atomic(length)
    self.write = write
  }

  /// Writes the body, once.
  ///
  /// - Throws: ``WrongLength``, before a byte beyond the length is sent; the errors of the body's closure and of the
  ///   writer.
  @Sendable func run(_ writer: ResponseWriter) async throws {
    try await write(
      ResponseWriter { [self] chunk in
        guard left.subtract(chunk.readableBytes, ordering: .relaxed).newValue >= 0 else { throw WrongLength() }
        try await writer.write(chunk)
      })
    guard left.load(ordering: .relaxed) == 0 else { throw WrongLength() }
  }
}
