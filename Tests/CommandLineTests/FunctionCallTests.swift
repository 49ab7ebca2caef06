import Curl
import Edge
import Foundation
import Host
import Logging
import ServiceLifecycle
import Testing

@testable import Swiftlet

@Suite struct FunctionCallTests {
  private static let functions: [any Endpoint] = [
    Function("open", access: .anyone) { (_: [String: Int], _) in ["ok": true] },
    Function.raw("stream", access: .anyone) { _, _ in
      .stream(contentType: "text/plain") { writer in try await writer.write("streamed\n") }
    },
  ]
  private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private let folder: TemporaryFolder
  private let configuration: LoadedConfiguration

  init() throws {
    folder = try TemporaryFolder()
    var loading = try Loading()
    loading.request.flags = ["database": "sqlite:\(folder.path)/data.sqlite", "port": "0", "log-level": "critical"]
    configuration = try loading.load()
  }

  private func call(_ name: String, body: String = "{}") -> FunctionCall {
    FunctionCall(
      method: .post, target: "/functions/v1/\(name)", headers: [.contentType: "application/json"],
      body: [UInt8](body.utf8),
      timeout: 30)
  }

  @Test func aFunctionRunsInThisProcess() async throws {
    let application = Application(functions: Self.functions)
    #expect(try await call("open").perform(on: configuration, application) == 200)
    #expect(try await call("stream").perform(on: configuration, application) == 200)
    #expect(try await call("open", body: "[]").perform(on: configuration, application) == 400)
    #expect(try await call("nothing").perform(on: configuration, application) == 404)
  }

  @Test func aDatabaseWithoutMigrationsIsRefused() async throws {
    let set = MigrationSet(name: "own", [Migration(version: 1, name: "t", sql: "CREATE TABLE t (a)")])
    let application = Application(functions: Self.functions, migrations: [set])
    try await configuration.database.withDatabase { _ in }
    let failure = await #expect(throws: Failure.self) {
      try await call("open").perform(on: configuration, application)
    }
    #expect(failure?.message == "No host is running, and the database lacks 1 migration of own")
  }

  @Test func withoutAHostThereIsNoResponse() async throws {
    #expect(try await call("open").send(throughSocket: "\(folder.path)/no.sock") == nil)
    let left = try folder.write("left.sock", "")
    #expect(try await call("open").send(throughSocket: left) == nil)
  }

  @Test func aRunningHostAnswersThroughItsSocket() async throws {
    let database = try await configuration.database.open(logger: Self.silent)
    let http = HTTPClient()
    let host = try await FunctionHost(
      configuration: configuration.host, functions: Self.functions, database: database, http: http, logger: Self.silent)
    let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [host], logger: Self.silent))
    async let running: Void = group.run()
    _ = try await host.waitUntilListening()
    let socket = try #require(configuration.host.bind.socketPath)
    #expect(try await call("open").send(throughSocket: socket)?.status == .ok)
    #expect(try await call("open").perform(on: configuration, Application()) == 200)
    await group.triggerGracefulShutdown()
    try await running
    #expect(try await call("open").send(throughSocket: socket) == nil)
    await database.close()
    await http.shutdown()
  }
}
