import Database
import Edge
import Host
import Logging
import Workers

extension ServedApplication {
  /// The workers of a host with these settings.
  ///
  /// - Throws: ``Failure`` if the system has no descriptors left, or no temporary folder.
  func workers(
    metrics: PrometheusRegistry, logger: Logger, dialect: SQLDialect
  ) throws(Failure) -> any HostedWorkers {
    do {
      let environment = WorkerEnvironment(
        launcher: try ProcessLauncher(), logger: logger, metrics: WorkerMetrics(factory: metrics))
      return try WorkerSystem(configuration.workers, environment: environment) { [self] group, members, manifest in
        WorkerStart(group, members, manifest, starting, dialect: dialect).start
      }
    } catch {
      throw Failure(.unavailable, "No workers can be started: \(error)", hint: "check TMPDIR and `ulimit -n`")
    }
  }
}

extension WorkerSystem: HostedWorkers {}
