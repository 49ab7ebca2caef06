package import Channel

/// The reason why a worker is over.
package enum WorkerEnd: Sendable, Hashable {
  /// The host has retired it, and its last call has ended.
  case retired
  /// The channel has ended.
  case closed(ChannelEnd)
  /// The host has sent something that this build does not understand.
  case refused(String)

  /// The status of the process.
  var status: CInt {
    switch self {
    case .retired, .closed(.hangUp), .closed(.local): 0
    case .closed(.violation), .closed(.failed), .refused: 76
    }
  }
}
