public import NIOCore

extension HTTPClient {
  /// The body of a request, read from its source while it is sent.
  public struct StreamedBody: Sendable {
    /// The number of bytes; `nil` if it is not known, and the body is sent in chunks.
    public let length: Int?
    package let next: @Sendable () async throws -> ByteBuffer?

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - length: The number of bytes, sent as `Content-Length`. A source with fewer or more bytes breaks the request
    ///     off with `invalidRequest`. `nil` for a body that is sent with `Transfer-Encoding: chunked`.
    ///   - next: Returns the next chunk, or `nil` at the end. It is called when there is room for more, one call at a
    ///     time, and not called again after it has returned `nil`. An error that it throws breaks the request off, so
    ///     that the server sees an incomplete body, and becomes the error of the request or of its response's body. Its
    ///     task is cancelled when the transfer ends.
    public init(length: Int? = nil, next: @escaping @Sendable () async throws -> ByteBuffer?) {
      self.length = length
      self.next = next
    }
  }
}
