import Database
import Edge
import Host
import Logging
import Workers

extension ServedApplication {
  /// The workers of a host with these settings.
  ///
  /// - Parameter ring: keeps the deaths of workers; nil for none.
  /// - Throws: ``Failure`` if the system has no descriptors left, or no temporary folder.
  func workers(
    metrics: PrometheusRegistry, logger: Logger, dialect: SQLDialect, ring: EventRing? = nil
  ) throws(Failure) -> any HostedWorkers {
    do {
      let environment = WorkerEnvironment(
        launcher: try ProcessLauncher(), logger: logger, metrics: WorkerMetrics(factory: metrics)
      ) { ring?.add(WorkerDeathRecord($0)) }
      return try WorkerSystem(configuration.workers, environment: environment) { [self] group, members, manifest in
        WorkerStart(group, members, manifest, starting, dialect: dialect).start
      }
    } catch {
      throw Failure(.unavailable, "No workers can be started: \(error)", hint: "check TMPDIR and `ulimit -n`")
    }
  }
}

extension WorkerSystem: HostedWorkers {}

extension WorkerDeathRecord {
  init(_ death: DeathRecord) {
    self.init(
      time: death.at, bundle: death.bundle, version: death.version, group: death.group, function: death.function,
      worker: death.worker, pid: death.pid, reason: death.reason, description: death.description, lost: death.lost,
      lines: death.lines, age: death.age, served: death.served)
  }
}
