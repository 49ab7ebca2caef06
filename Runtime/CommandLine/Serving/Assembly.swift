import Edge
import Host
import Jobs
import Logging
import ServiceLifecycle

/// A host and its jobs on one database, put together and not yet running.
struct Assembly: Sendable {
  let host: FunctionHost
  let jobs: JobSystem

  /// The host, and beside it what fills and empties its queue.
  ///
  /// - Parameter logger: where the services' own lines go.
  func service(logger: Logger) -> Together {
    var services: [any Service] = [
      host, WhileListening(host: host, service: runner()), WhileListening(host: host, service: jobs.scheduler()),
    ]
    if let bridge = jobs.bridge() { services.append(WhileListening(host: host, service: bridge)) }
    return Together(services, logger: logger)
  }

  /// What runs the jobs.
  ///
  /// - Parameter id: the one job to run; nil for all.
  func runner(only id: Int64? = nil) -> JobRunner {
    jobs.runner(only: id) { [host] job in try await host.run(job) }
  }
}

extension LoadedConfiguration {
  /// Puts a host and its jobs together.
  ///
  /// - Parameters:
  ///   - push: what sends the functions' pushes.
  ///   - accessLog: where the lines of invocations go; nil for where all the others go.
  /// - Throws: `JobRegistryError`, `CatalogueError` or `ConfigurationProblem`.
  func assemble(
    _ application: Application, on database: Database, push: PushGateway, http: HTTPClient, logger: Logger,
    accessLog: AccessLog?
  ) async throws -> Assembly {
    let metrics = PrometheusRegistry()
    LogOutput.standardError.countDropped(in: metrics)
    let jobs = JobSystem(
      registry: try JobRegistry(functions: application.functions, jobs: application.allJobs, overrides: self.jobs),
      database: database, options: jobOptions, metrics: metrics, logger: logger)
    let host = try await FunctionHost(
      configuration: self.host, functions: application.functions, procedures: application.procedures,
      controls: jobs.controls + push.controls, database: database, queue: jobs.queue, push: push.service, http: http,
      metrics: HostMetrics(registry: metrics), logger: logger, accessLog: accessLog,
      readiness: { await application.problems(of: database) })
    return Assembly(host: host, jobs: jobs)
  }
}
