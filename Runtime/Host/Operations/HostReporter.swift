import Edge
import FoundationEssentials

/// The host's report about itself, for functions and for the control `operations`.
final class HostReporter: HostReporting {
  /// The time for which a measurement of the connections is reused, so that frequent reports do not load them.
  static let lifetime = Duration.seconds(1)

  private let version: String
  private let operations: Operations
  private let probes: ConnectionProbes
  private let clock: WallClock
  private let startedAt: Date
  private let start = ContinuousClock.now
  private let connections = SharedAnswer<ConnectionStates>(for: HostReporter.lifetime)

  init(version: String, operations: Operations, probes: ConnectionProbes, clock: WallClock) {
    self.version = version
    self.operations = operations
    self.probes = probes
    self.clock = clock
    startedAt = clock.now
  }

  nonisolated(nonsending) func health() async -> HostHealth {
    let connections = await connections.get { await probes.run() }
    return HostHealth(
      version: version, startedAt: startedAt, uptimeSeconds: (ContinuousClock.now - start).roundedMilliseconds / 1000,
      database: connections.database, queue: connections.queue, push: connections.push)
  }

  nonisolated(nonsending) func statistics() async -> [OperationStatistics] { operations.statistics }

  /// `_internal/operations`, for the service role.
  var controls: [any Endpoint] {
    [
      Function("operations", access: .serviceRole) { [self] _ in
        operations.report(await health(), at: clock.now)
      }
    ]
  }
}
