import Edge
import Engines
import Foundation
import Jobs
import Logging
import NIOCore
import SwiftletTesting

@testable import Host

/// Hosts on one database, called without sockets.
struct SharedHosts: Sendable {
  let hosts: [FunctionHost]
  let database: Database
  let clock: TestClock
  let effects: Effects

  private static let effectsTable = MigrationSet(
    name: "effects",
    [
      Migration(
        version: 1, name: "effects", sqlite: "CREATE TABLE effects (number INTEGER PRIMARY KEY, note TEXT NOT NULL)",
        postgres: """
          CREATE TABLE effects (number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, note TEXT NOT NULL);
          """)
    ])

  /// Runs a test with hosts of its own.
  ///
  /// - Parameters:
  ///   - patience: the longest wait for the first request with a key, in seconds.
  ///   - functions: functions beside those of ``Effects``.
  static func run(
    _ count: Int = 1, patience: Double = 3600, functions: [any Endpoint] = [],
    _ test: (SharedHosts) async throws -> Void
  ) async throws {
    let temporary = try await TemporaryDatabase(migrations: [JobSystem.migrations, effectsTable])
    let (clock, effects, http) = (TestClock(), Effects(), HTTPClient())
    let result: Result<Void, any Error>
    do {
      var configuration = HostConfiguration()
      configuration.limits.idempotencyWait = patience
      var hosts: [FunctionHost] = []
      for _ in 0..<count {
        hosts.append(
          try await FunctionHost(
            configuration: configuration, functions: effects.all + functions, procedures: [effects.record],
            routes: [.insert("notes", effects.record)], database: temporary.database, http: http, clock: clock.wall,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
      }
      result = .success(
        try await test(SharedHosts(hosts: hosts, database: temporary.database, clock: clock, effects: effects)))
      for host in hosts { await host.stopFetching() }
    } catch {
      result = .failure(error)
    }
    await temporary.remove()
    await http.shutdown()
    try result.get()
  }

  /// Calls a function with a key.
  func call(
    _ name: String, _ note: String = "a", key: String?, user: UUID? = nil, on host: Int = 0
  ) async throws -> Answer {
    let body = RequestBody(ByteBuffer(string: #"{"note":"\#(note)"}"#))
    return try await send("/functions/v1/\(name)", key: key, token: try token(of: user), body: body, on: host)
  }

  /// Sends a request.
  func send(
    _ target: String, key: String?, token: String?, body: RequestBody, headers: HTTPFields = [:], on host: Int = 0
  ) async throws -> Answer {
    var headers = headers
    if let key { headers[.idempotencyKey] = key }
    if let token { headers[.authorization] = "Bearer \(token)" }
    let reply = await hosts[host].dispatcher.respond(
      to: IncomingRequest(method: .post, target: target, headers: headers), body: body, startedAt: .now())
    let answer = try await Answer(reply.response)
    reply.finished(.completed)
    return answer
  }

  /// A user's token; the token of a certain user without one.
  func token(of user: UUID? = nil) throws -> String {
    try TokenMinter(secret: TokenConfiguration.developmentSecret)
      .token(role: .authenticated, subject: user?.lowercased ?? Forge.user, now: clock.now)
  }

  /// The notes of all rows, in order.
  func notes() async throws -> [String] {
    try await database.query("SELECT note FROM effects ORDER BY number").map { try $0.get("note") }
  }

  /// The number of stored keys.
  func keys() async throws -> Int {
    let table: SQL =
      database.dialect == .sqlite ? "swiftlet_idempotency_keys" : "swiftlet.idempotency_keys"
    return try await database.first("SELECT count(*) AS n FROM \(table)")?.get("n") ?? -1
  }

  /// Returns once that many requests wait for another one in a host.
  func untilWaiting(_ count: Int) async {
    while hosts.map({ $0.dispatcher.idempotentCalls.inHand.current.waiting }).reduce(0, +) < count {
      await Task.yield()
    }
  }
}

extension Answer {
  /// Whether the answer is that of an earlier request.
  var isReplayed: Bool { self["idempotent-replayed"] == "true" }

  /// The members of a row of `record`.
  var done: Effects.Done? { try? Wire.decode(Effects.Done.self, from: [UInt8](body.utf8)) }
}
