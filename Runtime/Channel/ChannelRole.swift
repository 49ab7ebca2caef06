/// The end of a channel that a process has.
package enum ChannelRole: Sendable, Hashable {
  /// The host. The ids of the exchanges that it opens are even.
  case host
  /// The worker. The ids of the exchanges that it opens are odd.
  case worker
}
