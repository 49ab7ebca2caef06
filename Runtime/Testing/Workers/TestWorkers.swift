import Channel
import Database
import Edge
import FoundationEssentials
import Host
import Jobs
import Logging
import Worker
import Workers

/// The functions and jobs of a ``TestHost`` behind a worker in the test's process.
struct TestWorkers: Sendable {
  let functions: [any Endpoint]
  let procedures: [any Endpoint]
  let routes: [TableRoute]
  let jobs: [Job]
  private let system: WorkerSystem

  /// - Throws: `BundleFault` for functions that no host would load. Then nothing runs.
  init(
    _ bundle: Worker.Bundle, configuration: HostConfiguration, dialect: SQLDialect, push: PushService, clock: WallClock,
    metrics: PrometheusRegistry, logger: Logger
  ) async throws {
    // A real worker sends its manifest over the channel. Here a round trip through JSON takes its place.
    let manifest = try Wire.decode(Manifest.self, from: try Wire.encode(bundle.manifest))
    let endpoints = manifest.functions + manifest.procedures + manifest.routes.map(\.function)
    var declared = Dictionary(endpoints.map { ($0.name, $0.traits) }) { first, _ in first }
    for job in manifest.jobs { declared[job.name] = job.traits }
    var secrets: [String: [String: String]] = [:]
    for (name, traits) in declared {
      secrets[name] = configuration.secrets(of: name, declaring: try traits.traits().secrets)
    }
    let start = Start(
      group: "all", dialect: dialect == .postgres ? .postgres : .sqlite,
      push: Start.Push(
        bundleID: push.bundleID, bundleIDs: push.bundleIDs, environment: push.environment, hasSender: push.hasSender),
      secrets: secrets, commonSecrets: configuration.sharedSecrets, fixedTime: clock.isSystem ? nil : clock.now,
      logLevel: logger.logLevel.rawValue)
    var settings = WorkersConfiguration(cores: 1)
    // Tests share the machine, so a wait for a place is no fault.
    settings.queueTimeout = .seconds(60)
    settings.bootLimit = .seconds(60)
    let system = try WorkerSystem(
      settings,
      environment: WorkerEnvironment(
        launcher: InProcessLauncher(bundle), logger: logger, metrics: WorkerMetrics(factory: metrics), clock: clock)
    ) { _, _, _ in start }
    let version = BundleVersion(bundle: manifest.bundle, digest: "test", executable: "test")
    system.take(version, manifest: manifest)
    let loaded: LoadedBundle
    do {
      loaded = try LoadedBundle(manifest, version: version) { group in system.caller(of: version, group: group) }
    } catch {
      await system.stop()
      throw error
    }
    self.system = system
    functions = loaded.functions
    procedures = loaded.procedures
    routes = loaded.routes
    jobs = loaded.jobs
  }

  /// Sets the services of calls that no request or job makes.
  func use(_ services: Services) { system.use(services) }

  /// The job of the bundle for a job of the test.
  func job(for job: Job) -> Job { jobs.first { $0.name == job.name } ?? job }

  func stop() async { await system.stop() }
}
