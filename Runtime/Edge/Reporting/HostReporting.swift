/// The host's report about itself: its connections, and the operations that it has performed. In a function it is
/// ``Context/host``.
///
/// It has figures alone: no address, no error's text, and nothing about a caller.
public protocol HostReporting: Sendable {
  /// The version, the uptime, and the state and latency of each connection, measured at most a second ago.
  nonisolated(nonsending) func health() async -> HostHealth

  /// The figures of each name that had an operation since the host's start, sorted by name.
  nonisolated(nonsending) func statistics() async -> [OperationStatistics]
}
