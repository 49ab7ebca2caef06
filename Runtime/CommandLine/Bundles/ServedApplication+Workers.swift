import Database
import Edge
import Host
import Logging
import Workers

extension ServedApplication {
  /// The workers of a host with these settings.
  ///
  /// - Throws: ``Failure`` if the process has no descriptors left.
  func workers(
    metrics: PrometheusRegistry, logger: Logger, dialect: SQLDialect
  ) throws(Failure) -> any HostedWorkers {
    let environment = WorkerEnvironment(
      launcher: AbsentLauncher(), logger: logger, metrics: WorkerMetrics(factory: metrics))
    do {
      return try WorkerSystem(configuration.workers, environment: environment) { [self] group, members, manifest in
        WorkerStart(group, members, manifest, starting, dialect: dialect).start
      }
    } catch {
      throw Failure(.unavailable, "The workers' event loop cannot start: \(error)")
    }
  }
}

extension WorkerSystem: HostedWorkers {}

/// Starts no worker.
private struct AbsentLauncher: WorkerLauncher {
  nonisolated(nonsending) func start(
    _ specification: WorkerSpecification, observer: any WorkerObserver
  ) async throws(WorkerStartFault) -> any WorkerHandle {
    throw WorkerStartFault("this host starts no workers")
  }

  nonisolated(nonsending) func stop() async {}
}
