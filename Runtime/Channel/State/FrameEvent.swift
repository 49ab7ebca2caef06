package import NIOCore

/// The meaning of a frame from the other side.
package enum FrameEvent: Sendable, Hashable {
  /// The other side's first frame.
  case hello(ByteBuffer)
  /// The other side has opened an exchange.
  case opened(UInt64, ByteBuffer, hasBody: Bool)
  /// The other side has answered an exchange of this side.
  case answered(UInt64, ByteBuffer, hasBody: Bool, isDone: Bool)
  /// A piece of the other side's stream.
  case piece(UInt64, ByteBuffer)
  /// The other side's stream has ended.
  case ended(UInt64)
  /// The other side's stream has broken off.
  case failed(UInt64, String)
  /// This side may send more of its stream.
  case credit(UInt64)
  /// The other side takes no more of this side's stream.
  case stopped(UInt64)
  /// The opener does not want the answer any more.
  case cancelled(UInt64)
  /// The exchange is over.
  case done(UInt64)
  /// A message about an exchange or, with id 0, about the worker.
  case note(UInt64, ByteBuffer)
}
