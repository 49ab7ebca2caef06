import Edge
import Host
import Logging

extension LoadedConfiguration {
  /// Puts a host together in this process, without sockets, on the configured database.
  ///
  /// Background work that `body` leaves behind is finished first.
  func withHost<Result: Sendable>(
    of application: Application, _ body: (FunctionHost) async throws -> Result
  ) async throws -> Result {
    try await database.withDatabase { database in
      let problems = await application.problems(of: database)
      guard problems.isEmpty else {
        throw Failure(
          .failed, "No host is running, and \(problems.joined(separator: ", "))",
          hint: "run the command migrate or seed first, or start a host with serve")
      }
      let handler = logHandler
      let http = HTTPClient()
      let host = try await FunctionHost(
        configuration: self.host, functions: application.functions, procedures: application.procedures,
        database: database, http: http, logger: Logger(label: "swiftlet") { _ in handler })
      async let background: Void = host.background.run()
      let result: Swift.Result<Result, any Error>
      do {
        result = .success(try await body(host))
      } catch {
        result = .failure(error)
      }
      host.background.finish()
      await background
      await http.shutdown()
      LogOutput.standardError.flush()
      return try result.get()
    }
  }
}
