import CProcess
import Curl
import Edge
import FoundationEssentials
import Glibc
import Host
import Jobs
import Logging
import ServiceLifecycle
import Telemetry

/// The process of `serve`: opens the database, prepares it, and runs all services until a signal stops them.
struct Server {
  private let configuration: LoadedConfiguration
  private let application: Application
  /// The newest events of the host and of its parts.
  private let ring = EventRing()
  /// Whether executables after `--bundle` are watched.
  private let isWatching: Bool
  /// A service that deploys bundles while the host runs; nil for none.
  private let deploying: (@Sendable (BundleHost) -> any Service)?

  /// - Parameters:
  ///   - isWatching: whether newer executables after `--bundle` are served as they appear.
  ///   - deploying: makes a service that deploys bundles while the host runs. With it, an executable after `--bundle`
  ///     that cannot be served does not end the start.
  init(
    _ configuration: LoadedConfiguration, _ application: Application, isWatching: Bool = false,
    deploying: (@Sendable (BundleHost) -> any Service)? = nil
  ) {
    self.configuration = configuration
    self.application = application
    self.isWatching = isWatching
    self.deploying = deploying
  }

  /// Migrates, seeds and serves; returns after a signal has stopped the services.
  ///
  /// - Throws: `ListenError`, `DatabaseError`, `CatalogueError`, `JobRegistryError` or `ConfigurationProblem`.
  func run(seeding: Bool) async throws {
    try OpenFiles.check()
    let early = EarlyReload()
    cprocess_fix_heap_thresholds()
    let lines = configuration.logHandler
    let handler = Logger(label: "swiftlet") { _ in lines }.recorded(in: ring).handler
    LoggingSystem.bootstrap { _ in handler }
    do {
      try await run(seeding: seeding, early, Logger(label: "swiftlet"))
    } catch {
      LogOutput.standardError.flush()
      throw error
    }
  }

  private func run(seeding: Bool, _ early: EarlyReload, _ logger: Logger) async throws {
    try configuration.database.checkFile()
    try configuration.database.checkHeader()
    let lock = try HostLock(of: configuration.database, logger)
    defer { lock.end() }
    let database = try await configuration.database.open(
      limits: configuration.databaseLimits, logger: logger)
    do {
      try await prepare(database, seeding: seeding, logger)
      try await serve(database, seeding: seeding, early, logger)
    } catch {
      await database.close()
      throw configuration.database.naming(error)
    }
  }

  private func prepare(_ database: Database, seeding: Bool, _ logger: Logger) async throws {
    for applied in try await Preparation(application: application, database: database).run() {
      if !applied.newer.isEmpty {
        logger.warning(
          "A newer program migrated the database; its migrations are not breaking, so this program starts",
          metadata: [
            "set": "\(applied.set.name)",
            "newer": "\(applied.newer.map { "\($0.version) (\($0.name))" }.joined(separator: ", "))",
          ])
      }
      guard let last = applied.migrations.last else { continue }
      logger.info(
        "Migrated",
        metadata: [
          "set": "\(applied.set.name)", "to": "\(last.version)", "applied": "\(applied.migrations.count)",
        ])
    }
    // A shared database is seeded only by the command `seed`.
    guard seeding, !configuration.database.isShared else { return }
    try await application.seed?(database, WallClock.system.today)
    guard configuration.host.isEmbedded else { return }
    do {
      try await configuration.host.storage.add(application.files)
    } catch {
      logger.warning(
        "The files of the seed are not in the storage: set [swiftlet] storage_directory to a folder that can be written",
        metadata: ["folder": "\(configuration.host.storage.folder)", "reason": "\(error)"])
    }
  }

  private func serve(
    _ database: Database, seeding: Bool, _ early: EarlyReload, _ logger: Logger
  ) async throws {
    let http = HTTPClient()
    let metrics = PrometheusRegistry()
    let push = try PushGateway(
      configuration.push, simulatorFolder: configuration.database.simulatorFolder, logger: logger)
    let served = ServedApplication(application, configuration, database: database)
    let bundles = try BundleHost(
      served,
      workers: try served.workers(metrics: metrics, logger: logger, dialect: database.dialect, ring: ring),
      logger: logger)
    let assembly = try await configuration.assemble(
      application, on: database, push: push, http: http, logger: logger, accessLog: configuration.accessLog,
      metrics: metrics, bundles: bundles, ring: ring)
    served.attach(assembly.host, assembly.jobs)
    try await bundles.start(assembly.host.services, isStrict: !isWatching && deploying == nil)
    if seeding, !configuration.database.isShared { await bundles.seed(on: WallClock.system.today) }
    let current = (configuration: served.configuration, application: served.application)
    // The warnings about names that are known only since the bundles were loaded.
    for warning in current.configuration.warnings where !configuration.warnings.contains(warning) {
      logger.warning("\(warning)")
    }
    current.application.warnOfMissingSecrets(current.configuration.host, logger)
    let telemetry = TelemetryExport(
      configuration.telemetry, ring: ring, host: assembly.host,
      database: configuration.database.isShared ? "postgresql" : "sqlite", http: HTTPClient(maximumConnections: 3),
      factory: metrics, version: application.version ?? Program.runtimeVersion, logger: logger)
    let banner = try Banner(current.configuration, current.application)
    logger.info("Limited bodies and connections", metadata: configuration.limitsInWords)
    let (stops, stop) = AsyncStream<Void>.makeStream()
    let (reloads, reload) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let stopping = StopThread(
      assembly.host, gracePeriod: .seconds(configuration.host.gracePeriod), logger: logger, output: .standardError,
      reload: { reload.yield() }
    ) { stop.yield() }
    // A service depends on those before it, and stops before them.
    var services: [any Service] = [
      Closing { await database.close() }, Closing { await http.shutdown() },
      Closing { await assembly.clients.shutdown() }, Closing { await assembly.forwarding.shutdown() },
      Closing { bundles.close() },
    ]
    services += push.services
    if let telemetry { services.append(telemetry) }
    services += [
      bundles.workers, ReturningMemory(host: assembly.host), assembly.service(logger: Self.quiet),
      Announcing(host: assembly.host, banner: banner, bundles: bundles),
      ConfigurationReloader(signals: reloads, bundles: bundles), BundleRetry(bundles: bundles),
    ]
    if isWatching { services.append(bundles.watching()) }
    if let deploying { services.append(deploying(bundles)) }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: services.map { .init(service: $0) } + [
          .init(service: Stopping(signals: stops), successTerminationBehavior: .gracefullyShutdownGroup)
        ],
        logger: Self.quiet))
    // SWIFT_BACKTRACE in the environment asks for Swift's own report.
    let wantsSwifts = ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] != nil
    CrashReport.start(asJSON: configuration.lineFormat == .json, replacesSwifts: !wantsSwifts)
    stopping.start()
    if early.hasArrived() { reload.yield() }
    try await group.run()
    await stopping.finish()
    if assembly.host.hasCutOff { throw Failure(.cutOff, "Work was cut off at the end of the grace period.") }
  }

  /// A logger for the service groups, whose lines about starts and stops are not logged.
  private static let quiet = Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
}

/// A resource that is open already, and is closed at its place in the shutdown.
private struct Closing: Service {
  let close: @Sendable () async -> Void

  func run() async throws {
    try? await gracefulShutdown()
    await close()
  }
}

/// Ends with the first signal to stop, which begins the shutdown of the group.
private struct Stopping: Service {
  let signals: AsyncStream<Void>

  func run() async throws {
    for await _ in signals.cancelOnGracefulShutdown() { return }
  }
}

/// Prints the banner once the host listens.
private struct Announcing: Service {
  let host: FunctionHost
  let banner: Banner
  let bundles: BundleHost

  func run() async throws {
    // The host itself reports that it cannot listen.
    if let listening = try? await host.waitUntilListening() {
      // Commands find the host from now on. Until then they have changed the index alone.
      await bundles.takeIndex()
      Output.line(banner.text(at: listening.url))
    }
    // The start has freed megabytes of configuration, migrations and seeds.
    cprocess_release_free_memory()
    try? await gracefulShutdown()
  }
}
