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
  ) throws(Failure) -> WorkerSystem {
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

extension LoadedConfiguration {
  /// What the kernel enforces of the strictest sandbox that a function has in its worker.
  var sandboxReport: SandboxReport {
    let modes = [workers.sandbox] + workers.functions.values.compactMap(\.sandbox)
    return ProcessLauncher.report(modes.contains(.strict) ? .strict : .open)
  }
}

extension SandboxReport {
  /// The parts of the sandbox that are not enforced, in a sentence; nil if all are.
  var warning: String? {
    guard !missing.isEmpty else { return nil }
    let parts = missing.map(\.rawValue).joined(separator: ", ")
    return "Functions in workers are not restricted in these parts of the strict sandbox: \(parts)."
  }
}

extension WorkerDeathRecord {
  init(_ death: DeathRecord) {
    self.init(
      time: death.at, bundle: death.bundle, version: death.version, group: death.group, function: death.function,
      worker: death.worker, pid: death.pid, reason: death.reason, description: death.description, lost: death.lost,
      lines: death.lines, age: death.age, served: death.served)
  }
}
