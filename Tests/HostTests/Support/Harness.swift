import Curl
import Edge
import Engines
import Foundation
import NIOCore
import Testing

@testable import Host

/// A host with a configuration of one's own, called without sockets.
struct Harness: Sendable {
  let host: FunctionHost
  let database: Database
  let http: HTTPClient
  let clock: TestClock
  let logs: LogRecorder
  let registry: PrometheusRegistry

  init(
    functions: [any Endpoint] = [], procedures: [any Endpoint] = [], routes: [TableRoute] = [],
    controls: [any Endpoint] = [], paths: PathHandlers? = nil, invoker: any Invoker = InlineInvoker(),
    clock: TestClock = TestClock(), ended: EndedSessions = EndedSessions(), samplesTraces: Bool = true,
    readiness: @escaping @Sendable () async -> [String] = { [] },
    configure: (inout HostConfiguration) -> Void = { _ in }
  ) async throws {
    var configuration = HostConfiguration()
    configuration.bind.port = 0
    configuration.withoutHurry()
    configure(&configuration)
    self.clock = clock
    database = Database(
      try SQLiteEngine.temporary(
        options: SQLiteOptions(
          transactionIdleLimit: .seconds(3600), transactionLimit: .seconds(3600), statementTimeout: .seconds(3600))))
    http = HTTPClient()
    logs = LogRecorder()
    registry = PrometheusRegistry()
    do {
      host = try await FunctionHost(
        configuration: configuration, functions: functions, procedures: procedures, routes: routes,
        controls: controls, paths: { paths ?? $0.own }, ended: ended, invoker: invoker,
        database: database, http: http, clock: clock.wall, metrics: HostMetrics(registry: registry),
        logger: logs.logger, isTraceSampled: { _ in samplesTraces }, readiness: readiness)
    } catch {
      await database.close()
      await http.shutdown()
      throw error
    }
  }

  func close() async {
    await host.stopFetching()
    await database.close()
    await http.shutdown()
  }

  /// Sends a request; one without a peer comes from the host's own machine.
  func send(
    _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], token: String? = nil,
    body: RequestBody = RequestBody(), peer: String? = nil
  ) async throws -> Answer {
    var headers = headers
    if let token { headers[.authorization] = "Bearer \(token)" }
    let reply = await host.dispatcher.respond(
      to: IncomingRequest(method: method, target: target, headers: headers, peer: peer), body: body, startedAt: .now())
    let answer = try await Answer(reply.response)
    reply.finished(.completed)
    return answer
  }

  /// The response to a request that the server ends with an error.
  func refusal(_ error: HostError, of target: String, headers: HTTPFields = [:]) async throws -> Answer {
    let dispatcher = host.dispatcher
    let arrival = dispatcher.arrival(
      of: IncomingRequest(method: .post, target: target, headers: headers), startedAt: .now(),
      table: dispatcher.operations.others)
    defer { arrival.end(status: error.status.code, microseconds: 0, caller: nil) }
    let (answer, fields) = dispatcher.refusal(error, of: arrival)
    return try await Answer(answer.completed(fields))
  }

  /// Sends JSON.
  func post(_ target: String, token: String? = nil, _ json: String) async throws -> Answer {
    try await send(.post, target, token: token, body: RequestBody(ByteBuffer(string: json)))
  }

  /// Calls a function with a token, and expects a status, and a code where the host answers itself.
  func expect(
    _ verdict: String, of token: String, at name: String = "user", _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await post("/functions/v1/\(name)", token: token, "")
    #expect(answer.verdict == verdict, sourceLocation: location)
  }

  /// A user's token, good for an hour.
  func token(sub: String? = "0192f0c1-2345-7abc-8def-0123456789ab", role: Role = .authenticated) throws -> String {
    try TokenMinter(secret: host.configuration.tokens.secret).token(role: role, subject: sub, now: clock.now)
  }
}

extension HostConfiguration {
  /// Sets every limit of time to an hour: on a slow machine, too, the only limit that is reached is one that the test
  /// sets.
  fileprivate mutating func withoutHurry() {
    limits.headerTimeout = 3600
    limits.bodyTimeout = 3600
    limits.bodyWait = 3600
    limits.keepAliveTimeout = 3600
    limits.idleTimeout = 3600
    limits.wallClock = 3600
    gracePeriod = 3600
  }
}

/// Runs a test with a host of its own, which is gone after it.
func withHarness(
  functions: [any Endpoint] = [], procedures: [any Endpoint] = [], routes: [TableRoute] = [],
  controls: [any Endpoint] = [], paths: PathHandlers? = nil, invoker: any Invoker = InlineInvoker(),
  clock: TestClock = TestClock(), ended: EndedSessions = EndedSessions(), samplesTraces: Bool = true,
  configure: (inout HostConfiguration) -> Void = { _ in },
  _ test: (Harness) async throws -> Void
) async throws {
  let harness = try await Harness(
    functions: functions, procedures: procedures, routes: routes, controls: controls, paths: paths,
    invoker: invoker, clock: clock, ended: ended, samplesTraces: samplesTraces, configure: configure)
  let result: Result<Void, any Error>
  do { result = .success(try await test(harness)) } catch { result = .failure(error) }
  await harness.close()
  try result.get()
}

/// A folder that is gone after the test.
func withFolder(_ test: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "host-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await test(folder)
}
