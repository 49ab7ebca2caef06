package import Channel
import Glibc

/// The reason why a worker is over.
package enum WorkerEnd: Sendable, Hashable {
  /// The host has retired it, and its last call has ended.
  case retired
  case closed(ChannelEnd)
  /// The host has sent something that this build does not understand.
  case refused(String)

  /// The reason for standard error; nil for a regular end.
  var text: String? {
    switch self {
    case .retired, .closed(.hangUp), .closed(.local): nil
    case .closed(.failed(EMSGSIZE)): "its manifest is too long for the channel's first frame (1 MiB)"
    case .closed(.failed(let number)): "the channel failed with the system's error \(number)"
    case .closed(.violation(let violation)): "the host broke the channel's rules: \(violation)"
    case .refused(let reason): reason
    }
  }

  var status: CInt {
    switch self {
    case .retired, .closed(.hangUp), .closed(.local): 0
    case .closed(.violation), .closed(.failed), .refused: 76
    }
  }
}
