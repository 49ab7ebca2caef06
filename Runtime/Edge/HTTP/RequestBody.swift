public import NIOCore

/// The body of a request, as a sequence of chunks; ``collect(upTo:)`` reads all of them.
///
/// The host reads more from the client only as the body is read, so an unread body holds the client back. A body can be
/// read once.
public struct RequestBody: AsyncSequence, Sendable {
  /// One chunk.
  public typealias Element = ByteBuffer

  enum Content: Sendable {
    case buffer(ByteBuffer)
    /// Collected by the host, in the form that the JSON decoder reads.
    case bytes([UInt8])
    case stream(next: @Sendable () async throws -> ByteBuffer?)
  }

  /// Called before bytes are collected: with their number, the factor of their length that processing them needs in
  /// memory, and the reader's limit in bytes.
  package typealias Announcement = @Sendable (_ count: Int, _ weight: Int, _ limit: Int) async throws -> Void

  let content: Content
  /// Called while the body is collected.
  private var announce: Announcement?

  /// A body of which all bytes are known.
  public init(_ buffer: ByteBuffer = ByteBuffer()) { content = .buffer(buffer) }

  /// A body of which all bytes are known.
  package init(_ bytes: [UInt8]) { content = .bytes(bytes) }

  /// A body that arrives in chunks.
  ///
  /// - Parameter next: returns the next chunk, or nil at the end; throws if the rest of the body does not arrive.
  public init(next: @escaping @Sendable () async throws -> ByteBuffer?) {
    content = .stream(next: next)
  }

  /// Returns the body with a callback that runs while the body is collected.
  package func announcing(_ announce: @escaping Announcement) -> RequestBody {
    var body = self
    body.announce = announce
    return body
  }

  /// The whole body, if all bytes are known; nil for a body that arrives in chunks.
  public var collected: ByteBuffer? {
    switch content {
    case .buffer(let buffer): buffer
    case .bytes(let bytes): ByteBuffer(bytes: bytes)
    case .stream: nil
    }
  }

  /// ``collected`` as an array.
  @usableFromInline package var bytes: [UInt8]? {
    switch content {
    case .buffer(let buffer): [UInt8](buffer: buffer)
    case .bytes(let bytes): bytes
    case .stream: nil
    }
  }

  /// The number of bytes, if all are known.
  package var count: Int? {
    switch content {
    case .buffer(let buffer): buffer.readableBytes
    case .bytes(let bytes): bytes.count
    case .stream: nil
    }
  }

  /// Waits for the whole body.
  ///
  /// - Throws: ``FunctionError`` with status 413 if there are more than `limit` bytes; the error that ended the stream.
  public func collect(upTo limit: Int) async throws -> ByteBuffer { try await collect(upTo: limit, weight: 1) }

  /// - Parameter weight: the factor of its length that processing it needs in memory.
  func collect(upTo limit: Int, weight: Int) async throws -> ByteBuffer {
    var whole = ByteBuffer()
    for try await var chunk in self {
      guard whole.readableBytes + chunk.readableBytes <= limit else {
        throw FunctionError.payloadTooLarge(limit: limit)
      }
      if let announce { try await announce(whole.readableBytes + chunk.readableBytes, weight, limit) }
      if whole.readableBytes == 0 { whole = chunk } else { whole.writeBuffer(&chunk) }
    }
    return whole
  }

  /// The iterator over the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var content: Content

    /// The next chunk; nil at the end.
    ///
    /// - Throws: the error that ended the stream.
    public mutating func next() async throws -> ByteBuffer? {
      switch content {
      case .buffer(let buffer):
        content = .bytes([])
        return buffer.readableBytes > 0 ? buffer : nil
      case .bytes(let bytes):
        content = .bytes([])
        return bytes.isEmpty ? nil : ByteBuffer(bytes: bytes)
      case .stream(let next):
        return try await next()
      }
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(content: content) }
}
