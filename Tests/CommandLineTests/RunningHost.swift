import Curl
import Edge
import Engines
import Host
import Logging
import ServiceLifecycle
import Testing

@testable import Swiftlet

extension Console {
  private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// Runs a test with a running host, and stops the host as a signal does.
  func withHost(_ body: () async throws -> Void) async throws {
    let configuration = try configuration()
    let database = try await configuration.database.open(logger: Self.silent)
    for set in application.allMigrations { try await database.migrate(set) }
    let http = HTTPClient()
    let push = try PushGateway(
      configuration.push, simulatorFolder: configuration.database.simulatorFolder, logger: Self.silent)
    let assembly = try await configuration.assemble(
      application, on: database, push: push, http: http, logger: Self.silent, accessLog: nil)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: push.services + [assembly.service(logger: Self.silent)], logger: Self.silent))
    async let running: Void = group.run()
    _ = try await assembly.host.waitUntilListening()
    let result: Swift.Result<Void, any Error>
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await running
    await database.close()
    await http.shutdown()
    try result.get()
  }
}
