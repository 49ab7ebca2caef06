package import Channel

/// A breach of the rules by a worker above the channel's frames. Its process is ended.
package enum WorkerViolation: Error, Sendable, Hashable, CustomStringConvertible {
  /// An operation or a note that cannot be read.
  case message(MessageFault)
  /// An operation or a note of a call that the worker never got.
  case unknownCall(UInt64)

  /// The breach, for the log.
  package var description: String {
    switch self {
    case .message(let fault): "It sent a message that cannot be read: \(fault.reason)"
    case .unknownCall(let id): "It named the call \(id), which it never got"
    }
  }
}
