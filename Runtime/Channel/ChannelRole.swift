/// The side of a channel: host or worker.
package enum ChannelRole: Sendable, Hashable {
  /// The host. The ids of the exchanges that it opens are even.
  case host
  /// The worker. The ids of the exchanges that it opens are odd.
  case worker
}
