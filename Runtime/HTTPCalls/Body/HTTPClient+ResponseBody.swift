public import NIOCore

extension HTTPClient {
  /// The body of a streamed response, as a sequence of chunks that can be read once.
  ///
  /// At most 64 KiB wait for the reader; while they do, the server is held back. Cancelling the reading task, and
  /// dropping the iterator or an unread body, ends the transfer and closes its connection. A body that breaks off
  /// throws ``HTTPClientError``.
  public struct ResponseBody: AsyncSequence, Sendable {
    /// One chunk, never empty.
    public typealias Element = ByteBuffer

    private enum Storage: Sendable {
      case buffer(ByteBuffer)
      case pipe(UnreadPipe)
      case source(@Sendable () async throws -> ByteBuffer?)
    }

    private let storage: Storage

    /// A body of which all bytes are known.
    public init(_ buffer: ByteBuffer) { storage = .buffer(buffer) }

    /// A body that a function produces, for the answers of ``HTTPClient/init(answering:)``.
    ///
    /// - Parameter next: returns the next chunk, or `nil` at the end; throws if the body breaks off.
    public init(next: @escaping @Sendable () async throws -> ByteBuffer?) { storage = .source(next) }

    /// The body that a transfer receives.
    package init(_ pipe: ResponsePipe) { storage = .pipe(UnreadPipe(pipe)) }

    /// Waits for the whole body.
    ///
    /// - Throws: ``HTTPClientError`` with `responseTooLarge` if there are more than `limit` bytes; the error of a body
    ///   that breaks off.
    public func collect(upTo limit: Int) async throws -> ByteBuffer {
      var whole = ByteBuffer()
      for try await var chunk in self {
        guard chunk.readableBytes <= limit - whole.readableBytes else {
          throw HTTPClientError(.responseTooLarge, "the response has more than \(limit) bytes")
        }
        if whole.readableBytes == 0 { whole = chunk } else { whole.writeBuffer(&chunk) }
      }
      return whole
    }

    /// Starts reading. A second reader of a transfer's body gets ``HTTPClientError`` with `invalidRequest`.
    public func makeAsyncIterator() -> AsyncIterator {
      switch storage {
      case .buffer(let buffer): AsyncIterator(.buffer(buffer))
      case .pipe(let unread): AsyncIterator(.pipe(unread.reader()))
      case .source(let next): AsyncIterator(.source(next))
      }
    }

    /// The iterator over the chunks.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
      enum Storage: Sendable {
        case buffer(ByteBuffer)
        case pipe(PipeReader?)
        case source(@Sendable () async throws -> ByteBuffer?)
      }

      private var storage: Storage

      init(_ storage: Storage) { self.storage = storage }

      /// Returns the next chunk, or `nil` at the end.
      ///
      /// - Throws: ``HTTPClientError`` if the rest of the body does not arrive; `CancellationError` when the task is
      ///   cancelled.
      public mutating func next() async throws -> ByteBuffer? {
        switch storage {
        case .buffer(let buffer):
          storage = .buffer(ByteBuffer())
          return buffer.readableBytes > 0 ? buffer : nil
        case .pipe(let reader):
          guard let reader else { throw HTTPClientError(.invalidRequest, "a response's body can be read once") }
          return try await reader.next()
        case .source(let next):
          return try await next()
        }
      }
    }
  }
}
