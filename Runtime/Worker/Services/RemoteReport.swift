import Channel
package import Edge

/// The host's report about itself, for a call in a worker.
package struct RemoteReport: HostReporting {
  private let call: CallServices

  /// The report of a call's host.
  package init(_ call: CallServices) { self.call = call }

  package nonisolated(nonsending) func health() async -> HostHealth {
    if let health = try? await call.ask(.health, for: HostHealth.self) { return health }
    return await NoReport().health()
  }

  package nonisolated(nonsending) func statistics() async -> [OperationStatistics] {
    (try? await call.ask(.statistics, for: [OperationStatistics].self)) ?? []
  }
}
