import Curl
import Edge
import Engines
import Foundation
import Host
import Jobs
import Logging

extension LoadedConfiguration {
  /// Assembles a host and its job system in this process, without sockets, on the configured database.
  ///
  /// The host's own tables are migrated; the application's are only checked. Background work of `body` ends before this
  /// returns.
  ///
  /// - Parameter accessLog: the log of invocations; nil for the configured one.
  func withHost<Result: Sendable>(
    of application: Application, accessLog: AccessLog? = nil, _ body: (Assembly) async throws -> Result
  ) async throws -> Result {
    // Opening would create the file.
    guard application.migrations.isEmpty || database.isThere else {
      throw notReady("there is no database \(database)")
    }
    return try await database.withDatabase { database in
      let problems = await application.problems(of: database, in: application.migrations)
      guard problems.isEmpty else { throw notReady(problems.joined(separator: ", ")) }
      for set in Application.hostMigrations { try await database.migrate(set) }
      CrashReport.start(asJSON: lineFormat == .json, replacesSwifts: false)
      let handler = logHandler
      let http = HTTPClient()
      let logger = Logger(label: "swiftlet") { _ in handler }
      // No simulator: it would end with this process, and its notifications with it.
      let push = try PushGateway(self.push, simulatorFolder: nil, logger: logger)
      let result: Swift.Result<Result, any Error>
      do {
        let assembly = try await assemble(
          application, on: database, push: push, http: http, logger: logger, accessLog: accessLog ?? self.accessLog)
        result = .success(try await Self.use(assembly, body))
      } catch {
        result = .failure(error)
      }
      await push.shutdown()
      await http.shutdown()
      LogOutput.standardError.flush()
      return try result.get()
    }
  }

  private static func use<Result: Sendable>(
    _ assembly: Assembly, _ body: (Assembly) async throws -> Result
  ) async throws -> Result {
    async let background: Void = assembly.host.background.run()
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await body(assembly))
    } catch {
      result = .failure(error)
    }
    assembly.host.background.finish()
    await background
    await assembly.host.stopFetching()
    return try result.get()
  }

  private func notReady(_ reason: String) -> Failure {
    Failure(
      .failed, "No host is running, and \(reason)",
      hint: "run the command migrate or seed first, or start a host with serve")
  }
}
