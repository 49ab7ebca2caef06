import FoundationEssentials

/// The report of services that no host has made: no connection is configured, and nothing is counted.
public struct NoReport: HostReporting {
  /// A report without figures.
  public init() {}

  /// A state without connections.
  public nonisolated(nonsending) func health() async -> HostHealth {
    let none = ConnectionHealth(.unconfigured)
    return HostHealth(
      version: "", startedAt: Date(timeIntervalSince1970: 0), uptimeSeconds: 0, database: none, queue: none, push: none)
  }

  /// No operations.
  public nonisolated(nonsending) func statistics() async -> [OperationStatistics] { [] }
}
