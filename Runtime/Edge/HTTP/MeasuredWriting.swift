import NIOCore
import Synchronization

/// The writing of a body whose length was announced: what is more or less than that fails.
final class MeasuredWriting: Sendable {
  /// The body's length is not the announced one.
  struct WrongLength: Error {}

  private let left: Atomic<Int>
  private let write: @Sendable (ResponseWriter) async throws -> Void

  /// - Parameter length: The announced one, in bytes.
  init(length: Int, _ write: @escaping @Sendable (ResponseWriter) async throws -> Void) {
    left = Atomic(length)
    self.write = write
  }

  /// Writes the body, once.
  ///
  /// - Throws: ``WrongLength``, before the first byte that is too many; what the body's own code and the writer throw.
  @Sendable func run(_ writer: ResponseWriter) async throws {
    try await write(
      ResponseWriter { [self] chunk in
        guard left.subtract(chunk.readableBytes, ordering: .relaxed).newValue >= 0 else { throw WrongLength() }
        try await writer.write(chunk)
      })
    guard left.load(ordering: .relaxed) == 0 else { throw WrongLength() }
  }
}
