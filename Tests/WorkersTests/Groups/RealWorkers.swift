import Channel
import Curl
import Edge
import Foundation
import Host
import Logging
import NIOCore
import SwiftletTesting

@testable import Workers

/// Workers of the fixture `bad-functions`, as processes.
struct RealWorkers {
  let system: WorkerSystem
  private let host: TestHost
  private let endpoints: [String: BundledEndpoint]

  /// - Parameter change: changes the settings of the workers.
  init(_ change: (inout WorkersConfiguration) -> Void = { _ in }) async throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    var settings = WorkersConfiguration(cores: 2)
    settings.queueTimeout = .seconds(60)
    settings.bootLimit = .seconds(60)
    change(&settings)
    let environment = WorkerEnvironment(
      launcher: try ProcessLauncher(), logger: logger, metrics: WorkerMetrics(factory: PrometheusRegistry()))
    system = try WorkerSystem(settings, environment: environment) { group, _, _ in Start(group: group) }
    let executable = try Self.executable("bad-functions")
    let manifest = try await system.manifest(of: StoredExecutable(digest: "bad", path: executable))
    let version = BundleVersion(bundle: manifest.bundle, digest: "bad", executable: executable)
    system.take(version, manifest: manifest)
    let loaded = try LoadedBundle(manifest, version: version) { [system] in system.caller(of: version, group: $0) }
    endpoints = Dictionary(uniqueKeysWithValues: loaded.functions.map { ($0.name, $0) })
    host = try await TestHost(functions: [], migrations: loaded.migrations, transport: .inline)
    system.use(host.services)
  }

  /// An executable beside that of the tests.
  static func executable(_ name: String) throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: own).deletingLastPathComponent().appending(path: name).path()
  }

  /// Calls a function.
  ///
  /// - Parameter seconds: the time until the call's end of time.
  /// - Returns: its answer's text.
  func call(
    _ name: String, _ query: String? = nil, id: InvocationID = InvocationID(at: Date()), within seconds: Double = 60
  ) async throws -> String {
    let invocation = invocation(id: id, within: seconds)
    return try await call(name, query, as: invocation)
  }

  /// A run whose steps are recorded.
  func invocation(id: InvocationID = InvocationID(at: Date()), within seconds: Double = 60) -> Invocation {
    Invocation(
      id: id, trigger: .http, identity: nil, deadline: Date().addingTimeInterval(seconds),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, services: host.services, began: .now())
  }

  /// Calls a function as a run of one's own.
  func call(_ name: String, _ query: String?, as invocation: Invocation) async throws -> String {
    guard let endpoint = endpoints[name] else { throw WorkerFailure.boot(retryAfter: 0) }
    let response = try await endpoint.invoke(Request(rawQuery: query), invocation)
    guard case .bytes(let body) = response.body.content else { return "stream" }
    return String(buffer: body)
  }

  /// The failure of a call; nil for an answer.
  func failure(_ name: String, _ query: String? = nil, within seconds: Double = 60) async -> WorkerFailure? {
    do {
      _ = try await call(name, query, within: seconds)
      return nil
    } catch {
      return error as? WorkerFailure
    }
  }

  /// Waits until the report of the workers is as expected.
  func wait(until isExpected: (WorkerReport) -> Bool) async {
    while !isExpected(system.report()) { await Task.yield() }
  }

  /// Ends the workers and removes the database.
  func stop() async {
    await system.stop()
    await host.shutdown()
  }
}
