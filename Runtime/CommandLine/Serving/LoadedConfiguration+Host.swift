import Curl
import Edge
import Engines
import FoundationEssentials
import Host
import Jobs
import Logging
import Workers

extension LoadedConfiguration {
  /// Assembles a host and its job system in this process, without sockets, on the configured database.
  ///
  /// The host's own tables are migrated, unless a migration is breaking: hosts of an earlier version may run elsewhere.
  /// The application's and those of bundles are only checked. Background work of `body` ends before this returns.
  ///
  /// - Parameter accessLog: the log of invocations; nil for the configured one.
  func withHost<Result: Sendable>(
    of application: Application, accessLog: AccessLog? = nil, _ body: (Assembly) async throws -> Result
  ) async throws -> Result {
    // Opening would create the file, which a program without functions and jobs of its own has no use for.
    let isEmpty = application.functions.isEmpty && application.jobs.isEmpty
    guard database.isThere || application.migrations.isEmpty && !isEmpty else {
      throw Self.notReady("there is no database \(database)")
    }
    try check(with: application)
    return try await withDatabase { database in
      let problems = await application.problems(of: database, in: application.migrations)
      guard problems.isEmpty else { throw Self.notReady(problems.joined(separator: ", ")) }
      try await migrateOwnTables(of: database)
      CrashReport.start(asJSON: lineFormat == .json, replacesSwifts: false)
      let handler = logHandler
      let http = HTTPClient()
      let logger = Logger(label: "swiftlet") { _ in handler }
      // No simulator: it would end with this process, and its notifications with it.
      let push = try PushGateway(self.push, simulatorFolder: nil, logger: logger)
      let result: Swift.Result<Result, any Error>
      do {
        let metrics = PrometheusRegistry()
        let bundles = try KnownBundles.areThere(self) ? try bundleHost(application, database, metrics, logger) : nil
        let assembly = try await assemble(
          application, on: database, push: push, http: http, logger: logger, accessLog: accessLog ?? self.accessLog,
          metrics: metrics, bundles: bundles)
        result = .success(try await Self.use(assembly, bundles, body))
      } catch {
        result = .failure(error)
      }
      await push.shutdown()
      await http.shutdown()
      LogOutput.standardError.flush()
      return try result.get()
    }
  }

  private func bundleHost(
    _ application: Application, _ database: Database, _ metrics: PrometheusRegistry, _ logger: Logger
  ) throws -> BundleHost {
    let served = ServedApplication(application, self, database: database, isMigrating: false)
    let workers = try served.workers(metrics: metrics, logger: logger, dialect: database.dialect)
    return try BundleHost(served, workers: workers, logger: logger)
  }

  private static func use<Result: Sendable>(
    _ assembly: Assembly, _ bundles: BundleHost?, _ body: (Assembly) async throws -> Result
  ) async throws -> Result {
    async let background: Void = assembly.host.background.run()
    let result: Swift.Result<Result, any Error>
    do {
      bundles?.served.attach(assembly.host, assembly.jobs)
      try await bundles?.start(assembly.host.services, isStrict: false)
      if let lacking = bundles?.served.lacking, !lacking.isEmpty {
        throw notReady(lacking.joined(separator: ", "))
      }
      result = .success(try await body(assembly))
    } catch {
      result = .failure(error)
    }
    await bundles?.workers.stop()
    bundles?.close()
    assembly.host.background.finish()
    await background
    await assembly.host.stopFetching()
    await assembly.clients.shutdown()
    return try result.get()
  }

  private func migrateOwnTables(of database: Database) async throws {
    for set in Application.hostMigrations {
      let pending = try await database.pending(set)
      if pending.count < set.migrations.count, let breaking = pending.first(where: \.isBreaking) {
        throw Self.notReady("the database lacks the breaking migration \(breaking.name) of \(set.name)")
      }
      try await database.migrate(set)
    }
  }

  private static func notReady(_ reason: String) -> Failure {
    Failure(
      .failed, "No host is running, and \(reason)",
      hint: "run the command migrate or seed first, or start a host with serve")
  }
}
