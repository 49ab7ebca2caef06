import Channel
import Edge

/// The host's report about itself, for a call in a worker.
struct RemoteReport: HostReporting {
  let call: CallServices

  nonisolated(nonsending) func health() async -> HostHealth {
    if let health = try? await call.ask(.health, for: HostHealth.self) { return health }
    return await NoReport().health()
  }

  nonisolated(nonsending) func statistics() async -> [OperationStatistics] {
    (try? await call.ask(.statistics, for: [OperationStatistics].self)) ?? []
  }
}
