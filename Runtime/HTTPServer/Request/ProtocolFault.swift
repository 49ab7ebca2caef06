/// The reason for the server's refusal of a request: a malformed part, or an exceeded limit.
package enum ProtocolFault: Error, Hashable, Sendable {
  // MARK: Malformed requests

  /// The input is not a request of HTTP/1.1 or HTTP/1.0.
  case notHTTP
  /// A field's name is not a token.
  case invalidFieldName
  /// There are two Content-Length fields.
  case repeatedContentLength
  /// The Content-Length is not a number of at most 18 digits.
  case invalidContentLength
  /// The Transfer-Encoding is not `chunked`, or comes in HTTP/1.0.
  case unsupportedTransferEncoding
  /// Both Content-Length and Transfer-Encoding are given.
  case ambiguousLength
  /// There is not exactly one Host field.
  case hostCount
  /// The Host field has characters that no host and port have.
  case invalidHost
  /// The line of a chunk's size is longer than the limit in bytes.
  case longChunkLine(limit: Int)
  /// A chunk's size is not a hexadecimal number.
  case invalidChunkSize
  /// A chunk's size has more than 60 bits.
  case hugeChunk
  /// A chunk has more bytes than its size.
  case longChunk
  /// A trailer field of this name would frame the message.
  case forbiddenTrailer(String)

  // MARK: Limits

  /// The request head exceeds ``ServerLimits/headerBytes`` or ``ServerLimits/headerLines``.
  case headTooLarge
  /// The request head has not come in time.
  case slowHead
  /// The body has not come in time.
  case slowBody
  /// The handler has not begun its response in ``ServerLimits/idleTimeout``.
  case idle
  /// The exchange has taken longer than ``ServerLimits/wallClock``.
  case wallClock
  /// There are more connections than ``ServerLimits/connections``, or the client's network has half of them.
  case tooManyConnections
}
