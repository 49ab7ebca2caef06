package import Edge
package import Logging
import Synchronization

/// The dependencies that all groups of a host share: launcher, logger, metrics, clock, and the log of deaths.
package final class WorkerEnvironment: Sendable {
  package let launcher: any WorkerLauncher
  package let logger: Logger
  package let metrics: WorkerMetrics
  package let clock: WallClock
  /// The variables of each worker's environment, besides those of the host itself.
  let variables: [String: String]
  /// The longest wait for the hang-up of a channel whose process has ended.
  let hangUpLimit: Duration
  let deaths = DeathLog()
  private let onDeath: @Sendable (DeathRecord) -> Void
  private let lastWorker = Atomic<UInt64>(0)

  /// - Parameters:
  ///   - hangUpLimit: the longest wait for the hang-up of a channel whose process has ended.
  ///   - onDeath: called with the record of each worker that was not asked to end.
  package init(
    launcher: any WorkerLauncher, logger: Logger, metrics: WorkerMetrics, clock: WallClock = .system,
    variables: [String: String] = [:], hangUpLimit: Duration = .seconds(1),
    onDeath: @escaping @Sendable (DeathRecord) -> Void = { _ in }
  ) {
    self.launcher = launcher
    self.logger = logger
    self.metrics = metrics
    self.clock = clock
    self.variables = variables
    self.hangUpLimit = hangUpLimit
    self.onDeath = onDeath
  }

  func nextWorker() -> WorkerID { WorkerID(number: lastWorker.add(1, ordering: .relaxed).newValue) }

  /// Keeps the record of a death, and writes its line.
  ///
  /// - Parameter isRegular: whether the worker ended as it was asked to. Then there is no record.
  func record(_ record: DeathRecord, isRegular: Bool, _ logger: Logger) {
    guard !isRegular else { return logger.debug("A worker has ended", metadata: record.metadata) }
    deaths.add(record)
    onDeath(record)
    logger.error("A worker died", metadata: record.metadata)
  }
}
