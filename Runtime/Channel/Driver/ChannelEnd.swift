/// The reason why a channel has ended.
package enum ChannelEnd: Sendable, Hashable {
  /// The other side has closed its end, or its process is gone.
  case hangUp
  /// The other side has broken the channel's rules.
  case violation(ChannelViolation)
  /// This side has closed the channel.
  case local
  /// The system reported an error (`errno`).
  case failed(CInt)
}
