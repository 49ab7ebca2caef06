import CProcess
import Edge
import Foundation
import Host
import Jobs
import Logging
import ServiceLifecycle

/// `serve`, put together: the only place where everything meets.
struct Server {
  private let configuration: LoadedConfiguration
  private let application: Application

  init(_ configuration: LoadedConfiguration, _ application: Application) {
    self.configuration = configuration
    self.application = application
  }

  /// Migrates, seeds, listens, and returns when a signal has ended it.
  ///
  /// - Throws: `ListenError`, `DatabaseError`, `CatalogueError`, `JobRegistryError` or `ConfigurationProblem`.
  func run(seeding: Bool) async throws {
    try OpenFiles.check()
    // A reader of the log or of standard output that leaves must not end the process.
    _ = signal(SIGPIPE, SIG_IGN)
    #if os(Linux)
      cprocess_fix_heap_thresholds()
    #endif
    let handler = configuration.logHandler
    LoggingSystem.bootstrap { _ in handler }
    do {
      try await run(seeding: seeding, Logger(label: "swiftlet"))
    } catch {
      LogOutput.standardError.flush()
      throw error
    }
  }

  private func run(seeding: Bool, _ logger: Logger) async throws {
    let database = try await configuration.database.open(
      limits: configuration.databaseLimits, logger: logger)
    do {
      try await prepare(database, seeding: seeding, logger)
      try await serve(database, logger)
    } catch {
      await database.close()
      throw error
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
    // A server's data is somebody's: `seed` fills it for whoever asks.
    guard seeding, !configuration.database.isShared, let seed = application.seed else { return }
    try await seed(database, WallClock.system.today)
  }

  private func serve(_ database: Database, _ logger: Logger) async throws {
    let http = HTTPClient()
    let push = try PushGateway(
      configuration.push, simulatorFolder: configuration.database.simulatorFolder, logger: logger)
    let assembly = try await configuration.assemble(
      application, on: database, push: push, http: http, logger: logger, accessLog: configuration.accessLog)
    application.warnOfMissingSecrets(configuration.host, logger)
    let banner = try Banner(configuration, application)
    logger.info("Limited bodies and connections", metadata: configuration.limitsInWords)
    let (stops, stop) = AsyncStream<Void>.makeStream()
    let stopping = StopThread(
      assembly.host, gracePeriod: .seconds(configuration.host.gracePeriod), logger: logger, output: .standardError
    ) { stop.yield() }
    // What comes later stands on what comes before, and stops first.
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: ([
          Closing { await database.close() }, Closing { await http.shutdown() },
        ] + push.services + [
          ReturningMemory(host: assembly.host), assembly.service(logger: Self.quiet),
          Announcing(host: assembly.host, banner: banner),
        ]).map { .init(service: $0) } + [
          .init(service: Stopping(signals: stops), successTerminationBehavior: .gracefullyShutdownGroup)
        ],
        logger: Self.quiet))
    // Swift's own report is for those that ask for it.
    let wantsSwifts = ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] != nil
    CrashReport.start(asJSON: configuration.lineFormat == .json, replacesSwifts: !wantsSwifts)
    stopping.start()
    try await group.run()
    await stopping.finish()
  }

  /// The group says what everybody knows: which service has been started, which one stops.
  private static let quiet = Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
}

/// Something that is open already, and is closed when its turn in the shutdown comes.
private struct Closing: Service {
  let close: @Sendable () async -> Void

  func run() async throws {
    try? await gracefulShutdown()
    await close()
  }
}

/// Ends with the first signal that asks the host to stop, and stops the other services by that.
private struct Stopping: Service {
  let signals: AsyncStream<Void>

  func run() async throws {
    for await _ in signals.cancelOnGracefulShutdown() { return }
  }
}

/// Says where the host listens, once it does.
private struct Announcing: Service {
  let host: FunctionHost
  let banner: Banner

  func run() async throws {
    // The host itself reports that it cannot listen.
    if let listening = try? await host.waitUntilListening() { Output.line(banner.text(at: listening.url)) }
    #if os(Linux)
      // The start frees megabytes: those of the configuration, the migrations and the seeds.
      cprocess_release_free_memory()
    #endif
    try? await gracefulShutdown()
  }
}
