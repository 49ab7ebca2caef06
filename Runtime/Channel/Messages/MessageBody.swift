package import NIOCore

/// The body of a request or a response in a message.
package enum MessageBody: Sendable, Hashable {
  /// No body, or one without bytes.
  case none
  /// All bytes, at most ``MessageBody/longestWhole``.
  case whole(ByteBuffer)
  /// The bytes follow as the exchange's stream. `length` is nil if their number is not known.
  case stream(length: Int?)

  /// The most bytes of a body in a message; longer ones go as the exchange's stream.
  package static let longestWhole = 64 << 10
}
