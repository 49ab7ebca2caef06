package import Loop
public import NIOCore

/// The body of a response: bytes, or a stream that is written while it is sent.
public struct ResponseBody: Sendable {
  /// The forms of a body.
  public enum Content: Sendable {
    /// The whole body.
    case bytes(ByteBuffer)
    /// A stream, written chunk by chunk. If it throws, the connection is closed, so that the client sees an incomplete
    /// response.
    case stream(@Sendable (ResponseWriter) async throws -> Void)
  }

  private enum Storage: Sendable {
    case content(Content)
    /// Bytes in the form that the JSON encoder writes.
    case bytes([UInt8])
    /// A stream whose length is known.
    case measured(Int, @Sendable (ResponseWriter) async throws -> Void)
    /// Another protocol, to which the connection switches.
    case tunnel(@Sendable (ByteStream) async throws -> Void)
  }

  private let storage: Storage

  /// The form of this body.
  public var content: Content {
    switch storage {
    case .content(let content): content
    case .bytes(let bytes): .bytes(ByteBuffer(bytes: bytes))
    case .measured(let length, let write): .stream(MeasuredWriting(length: length, write).run)
    case .tunnel: .bytes(ByteBuffer())
    }
  }

  /// A body of bytes.
  public init(_ buffer: ByteBuffer = ByteBuffer()) { storage = .content(.bytes(buffer)) }

  package init(_ bytes: [UInt8]) { storage = .bytes(bytes) }

  /// A streamed body.
  public init(stream: @escaping @Sendable (ResponseWriter) async throws -> Void) { storage = .content(.stream(stream)) }

  /// A streamed body of a known number of bytes. The response is broken off if the stream writes another number.
  package init(length: Int, stream: @escaping @Sendable (ResponseWriter) async throws -> Void) {
    storage = .measured(length, stream)
  }

  /// The bytes of another protocol, after a response of status 101 whose fields `Connection` and `Upgrade` name it. The
  /// connection is closed when the closure returns.
  package init(tunnel: @escaping @Sendable (ByteStream) async throws -> Void) { storage = .tunnel(tunnel) }

  /// The closure of a tunnel; nil for any other body.
  package var tunnel: (@Sendable (ByteStream) async throws -> Void)? {
    if case .tunnel(let run) = storage { run } else { nil }
  }

  /// The number of bytes; nil for a stream.
  package var count: Int? {
    switch storage {
    case .content(.bytes(let buffer)): buffer.readableBytes
    case .bytes(let bytes): bytes.count
    case .content(.stream), .measured, .tunnel: nil
    }
  }

  /// The number of bytes; nil for a stream of unknown length.
  package var length: Int? {
    if case .measured(let length, _) = storage { length } else { count }
  }

  /// The bytes of a body that was created from an array; nil for any other.
  package var array: [UInt8]? {
    if case .bytes(let bytes) = storage { bytes } else { nil }
  }
}
