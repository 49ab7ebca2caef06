import Edge
import Foundation
import Loop
import NIOCore
import Testing

@testable import Host

/// The control `operations`, and what the host counts for it.
@Suite(.timeLimit(.minutes(10))) struct OperationReportTests {
  private static let path = "/functions/v1/_internal/operations"

  private func report(_ host: Harness) async throws -> OperationReport {
    let answer = try await host.send(.get, Self.path, token: host.token(sub: nil, role: .serviceRole))
    #expect(answer.status == 200)
    return try Wire.decode(OperationReport.self, from: [UInt8](answer.body.utf8))
  }

  @Test func itIsForTheServiceRoleAlone() async throws {
    try await withHarness { host in
      #expect(try await host.send(.get, Self.path).status == 401)
      #expect(try await host.send(.get, Self.path, token: host.token()).status == 403)
      #expect(try await host.send(.get, Self.path, token: host.token(sub: nil, role: .anon)).status == 403)
      let key = try host.token(sub: nil, role: .serviceRole)
      #expect(try await host.send(.get, Self.path, token: key).status == 200)
      #expect(try await host.send(.post, Self.path, token: key).status == 200)
      let foreign = try await host.send(
        .get, Self.path, headers: [.hostField: "127.0.0.1", .origin: "https://evil.example"], token: key,
        peer: "127.0.0.1")
      #expect(foreign.status == 403)
      #expect(foreign["access-control-allow-origin"] == nil)
    }
  }

  @Test func callsAreNumberedAndCountedByNameWithTheirProcedures() async throws {
    try await withHarness(functions: [Handlers.user, Handlers.open], procedures: [Handlers.user]) { host in
      let answer = try await host.post("/functions/v1/user", token: host.token(), "")
      _ = try await host.post("/rest/v1/rpc/user", token: host.token(), "{}")
      _ = try await host.post("/functions/v1/user", "")
      _ = try await host.post("/functions/v1/open", "")
      _ = try await host.post("/functions/v1/none", "")
      let report = try await report(host)
      #expect(report.operations.map(\.name) == ["open", "user"])
      let user = try #require(report.operations.last)
      #expect((user.kind, user.count, user.succeeded, user.refused, user.failed) == (.function, 3, 2, 1, 0))
      #expect(user.successRate == 2.0 / 3)
      #expect(user.p50Milliseconds ?? -1 >= 0)
      #expect(user.p99Milliseconds ?? -1 >= user.p50Milliseconds ?? 0)
      #expect(report.recent.map(\.id) == ["open_1", "user_3", "user_2", "user_1"])
      let first = try #require(report.recent.last)
      #expect(first.details.request == answer["sb-request-id"])
      #expect(first.details.user == UUID(uuidString: Forge.user))
      #expect((first.details.role, first.details.method, first.details.status) == ("authenticated", "POST", 200))
      #expect((first.operation, first.outcome, first.details.trigger) == ("user", .succeeded, "http"))
      let end = try #require(first.end)
      #expect(abs(end.timeIntervalSince(first.start) * 1000 - first.milliseconds) < 1.1)
      #expect(report.recent[1].outcome == .refused)
      #expect(report.activeCount == 0)
      #expect(
        host.logs.invocations.map { $0.metadata["operation"] } == ["user_1", "user_2", "user_3", "open_1", nil, nil])
    }
  }

  @Test func preflightsAreNone() async throws {
    try await withHarness(functions: [Handlers.user]) { host in
      let preflight = try await host.send(
        .options, "/functions/v1/user",
        headers: [.origin: "https://app.example", .accessControlRequestMethod: "POST"])
      #expect(preflight.status == 204)
      _ = try await host.post("/functions/v1/user", token: host.token(), "")
      #expect(try await report(host).recent.map(\.id) == ["user_1"])
    }
  }

  @Test func runningCallsAndOverlapsOfOneUserAreListed() async throws {
    let (entered, enter) = AsyncStream<Void>.makeStream()
    let leave = Promise<Bool>()
    let waits = Function("waits", access: .user) { _ in
      enter.yield()
      return await leave.value()
    }
    try await withHarness(functions: [waits, Handlers.user]) { host in
      var entries = entered.makeAsyncIterator()
      async let slow = host.post("/functions/v1/waits", token: host.token(), "")
      await entries.next()
      let other = try host.token(sub: "0192f0c1-2345-7abc-8def-0123456789ff")
      _ = try await host.post("/functions/v1/user", token: other, "")
      #expect(try await report(host).overlapping.count == 0)
      _ = try await host.post("/functions/v1/user", token: host.token(), "")
      var report = try await report(host)
      #expect(report.active.map(\.id) == ["waits_1"])
      #expect(report.active.map(\.details.user) == [UUID(uuidString: Forge.user)])
      #expect(report.active.map(\.end) == [nil])
      #expect(report.concurrent == [])
      #expect(report.operations.map(\.active) == [0, 1])
      #expect(report.overlapping.count == 1)
      #expect(report.overlapping.pairs.map { "\($0.running) \($0.started) \($0.count)" } == ["waits user 1"])
      #expect(report.overlapping.recent.map { "\($0.running) \($0.started)" } == ["waits_1 user_2"])
      #expect(report.overlapping.recent.map(\.user) == [UUID(uuidString: Forge.user)])
      async let again = host.post("/functions/v1/waits", token: other, "")
      await entries.next()
      report = try await self.report(host)
      #expect(report.concurrent == ["waits_1", "waits_2"])
      leave.fulfil(true)
      _ = try await (slow, again)
      report = try await self.report(host)
      #expect(report.active.isEmpty)
      #expect(report.operations.map(\.active) == [0, 0])
    }
  }

  @Test func jobsAreOperations() async throws {
    let fails = Function("fails", access: .serviceRole) { _ -> Bool in throw FunctionError.conflict("no") }
    let snoozes = Function("snoozes", access: .serviceRole) { _ -> Bool in throw JobError.snooze(for: .seconds(9)) }
    try await withHarness(functions: [Handlers.service]) { host in
      for (number, function) in [Handlers.service, fails, snoozes].enumerated() {
        let job = JobInvocation(
          of: function, id: InvocationID(at: host.clock.now), trigger: .schedule,
          run: JobRun(id: Int64(number), attempt: 1, maximumAttempts: 3, scheduledAt: host.clock.now),
          deadline: .distantFuture, logger: host.logs.logger)
        try? await host.host.run(job)
      }
      let report = try await report(host)
      #expect(report.operations.map(\.name) == ["fails", "service", "snoozes"])
      #expect(report.operations.map(\.kind) == [.job, .function, .job])
      #expect(report.operations.map(\.failed) == [1, 0, 0])
      #expect(report.operations.map(\.refused) == [0, 0, 1])
      #expect(report.recent.map(\.id) == ["snoozes_1", "fails_1", "service_1"])
      #expect(report.recent.map(\.details.job) == [2, 1, 0])
      #expect(Set(report.recent.map(\.details.trigger)) == ["schedule"])
      #expect(host.host.running.isEmpty)
    }
  }

  @Test func callsOverSocketsAreOperationsToo() async throws {
    try await withLiveHost(functions: [Handlers.open]) { host in
      try await withConnection(to: host.port) { client in
        for _ in 0..<3 {
          try await client.send("POST /functions/v1/open HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
          _ = await client.readResponse()
        }
      }
      _ = await host.harness.logs.invocations(3)
      await host.beginShutdown()
      try await host.stopped()
      let report = try await report(host.harness)
      #expect(report.operations.map(\.count) == [3])
      #expect(report.recent.map(\.id) == ["open_3", "open_2", "open_1"])
    }
  }

  @Test func theMetricAndTheOperationsCountRequestsToTables() async throws {
    try await withNotes { host, token in
      #expect(try await host.table(.get, "notes", token: token).status == 200)
      let json = try Wire.decode(
        JSONValue.self, from: [UInt8](try await host.send(.get, "/functions/v1/_internal/metric").body.utf8))
      #expect(json["functions"]?["notes"]?["by_status"]?["200"] == 1)
      #expect(try await report(host).recent.map(\.id) == ["notes_1"])
    }
  }

  @Test func theMetricCountsDatabaseFunctions() async throws {
    let other = Function("other", access: .anyone) { _ in 1 }
    try await withHarness(functions: [Handlers.open], procedures: [Handlers.open, other]) { host in
      _ = try await host.post("/rest/v1/rpc/open", "{}")
      _ = try await host.post("/functions/v1/open", "")
      _ = try await host.post("/rest/v1/rpc/other", "{}")
      let json = try Wire.decode(
        JSONValue.self, from: [UInt8](try await host.send(.get, "/functions/v1/_internal/metric").body.utf8))
      #expect(json["requests"] == 3)
      #expect(json["functions"]?["open"]?["by_status"]?["200"] == 2)
      #expect(json["functions"]?["other"]?["requests"] == 1)
    }
  }
}
