public import NIOCore

/// The bytes of a request as they arrive: read them one chunk after another, or ``collect(upTo:)`` them.
///
/// Reading is what makes more arrive: an unread body holds its client back. It can be read once.
public struct RequestBody: AsyncSequence, Sendable {
  /// One chunk.
  public typealias Element = ByteBuffer

  enum Storage: Sendable {
    case buffer(ByteBuffer)
    /// As the host has collected it, and JSON is read.
    case bytes([UInt8])
    case stream(next: @Sendable () async throws -> ByteBuffer?, announce: Announcement?)
  }

  /// Told how many bytes are about to be held together, how many times their length is needed for what is made of them, and the most
  /// bytes that the reader takes.
  package typealias Announcement = @Sendable (_ count: Int, _ weight: Int, _ limit: Int) async throws -> Void

  let storage: Storage

  /// A body that is there already.
  public init(_ buffer: ByteBuffer = ByteBuffer()) { storage = .buffer(buffer) }

  /// A body that is there already.
  package init(_ bytes: [UInt8]) { storage = .bytes(bytes) }

  /// A body that arrives in chunks.
  ///
  /// - Parameter next: gives the next chunk, or nil at the end; throws when the body does not arrive whole.
  public init(next: @escaping @Sendable () async throws -> ByteBuffer?) {
    storage = .stream(next: next, announce: nil)
  }

  private init(storage: Storage) { self.storage = storage }

  /// The same body, which announces what it needs where it is collected.
  package func announcing(_ announce: @escaping Announcement) -> RequestBody {
    guard case .stream(let next, _) = storage else { return self }
    return RequestBody(storage: .stream(next: next, announce: announce))
  }

  /// The whole body, where it is there already.
  public var collected: ByteBuffer? {
    switch storage {
    case .buffer(let buffer): buffer
    case .bytes(let bytes): ByteBuffer(bytes: bytes)
    case .stream: nil
    }
  }

  /// The same, in an array.
  @usableFromInline package var bytes: [UInt8]? {
    switch storage {
    case .buffer(let buffer): [UInt8](buffer: buffer)
    case .bytes(let bytes): bytes
    case .stream: nil
    }
  }

  /// How many bytes it has, where it is there already.
  package var count: Int? {
    switch storage {
    case .buffer(let buffer): buffer.readableBytes
    case .bytes(let bytes): bytes.count
    case .stream: nil
    }
  }

  /// Waits for the whole body.
  ///
  /// - Parameter limit: the most bytes to take.
  /// - Throws: ``FunctionError`` with status 413 if there are more; whatever broke the stream.
  public func collect(upTo limit: Int) async throws -> ByteBuffer { try await collect(upTo: limit, weight: 1) }

  /// - Parameter weight: How many times its length is needed, with what is made of it next.
  func collect(upTo limit: Int, weight: Int) async throws -> ByteBuffer {
    var whole = ByteBuffer()
    for try await var chunk in self {
      guard whole.readableBytes + chunk.readableBytes <= limit else {
        throw FunctionError.payloadTooLarge(limit: limit)
      }
      if case .stream(_, let announce?) = storage {
        try await announce(whole.readableBytes + chunk.readableBytes, weight, limit)
      }
      if whole.readableBytes == 0 { whole = chunk } else { whole.writeBuffer(&chunk) }
    }
    return whole
  }

  /// Walks the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var storage: Storage

    /// The next chunk; nil at the end.
    public mutating func next() async throws -> ByteBuffer? {
      switch storage {
      case .buffer(let buffer):
        storage = .bytes([])
        return buffer.readableBytes > 0 ? buffer : nil
      case .bytes(let bytes):
        storage = .bytes([])
        return bytes.isEmpty ? nil : ByteBuffer(bytes: bytes)
      case .stream(let next, _):
        return try await next()
      }
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(storage: storage) }
}

/// What a streamed response is written to.
///
/// A write returns when the client has room for more, so a slow client slows the handler.
public struct ResponseWriter: Sendable {
  private let send: @Sendable (ByteBuffer) async throws -> Void

  /// A writer that hands each chunk to `send`.
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

/// The body of a response: there, or written while it is sent.
public struct ResponseBody: Sendable {
  /// How the body comes about.
  public enum Content: Sendable {
    /// The whole body.
    case bytes(ByteBuffer)
    /// Written chunk by chunk; an error thrown inside cuts the response off, so that the client cannot take it for whole.
    case stream(@Sendable (ResponseWriter) async throws -> Void)
  }

  private enum Storage: Sendable {
    case content(Content)
    /// As JSON is written.
    case bytes([UInt8])
    /// Written while it is sent, and of a length that is known before.
    case measured(Int, @Sendable (ResponseWriter) async throws -> Void)
  }

  private let storage: Storage

  /// How this body comes about.
  public var content: Content {
    switch storage {
    case .content(let content): content
    case .bytes(let bytes): .bytes(ByteBuffer(bytes: bytes))
    case .measured(let length, let write): .stream(MeasuredWriting(length: length, write).run)
    }
  }

  /// A body that is there.
  public init(_ buffer: ByteBuffer = ByteBuffer()) { storage = .content(.bytes(buffer)) }

  /// A body that is there.
  package init(_ bytes: [UInt8]) { storage = .bytes(bytes) }

  /// A body that is written while it is sent.
  public init(stream: @escaping @Sendable (ResponseWriter) async throws -> Void) { storage = .content(.stream(stream)) }

  /// A body that is written while it is sent, and of a length that is known before.
  ///
  /// - Parameters:
  ///   - length: In bytes.
  ///   - stream: Writes just so many; the response is cut off if it does not.
  package init(length: Int, stream: @escaping @Sendable (ResponseWriter) async throws -> Void) {
    storage = .measured(length, stream)
  }

  /// How many bytes it has; nil if it is written while it is sent.
  package var count: Int? {
    switch storage {
    case .content(.bytes(let buffer)): buffer.readableBytes
    case .bytes(let bytes): bytes.count
    case .content(.stream), .measured: nil
    }
  }

  /// How many bytes it has; nil if that is not known before they are written.
  package var length: Int? {
    if case .measured(let length, _) = storage { length } else { count }
  }

  /// The bytes of a body that was made of an array; nil for any other.
  package var array: [UInt8]? {
    if case .bytes(let bytes) = storage { bytes } else { nil }
  }
}
