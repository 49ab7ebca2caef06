import Foundation
import SwiftletTesting
import Synchronization
import Testing

/// The test kit's operations on jobs.
@Suite(.timeLimit(.minutes(10))) struct TestHostTests {
  private static let clock = Mutex(Date(timeIntervalSince1970: 1_772_366_400))  // 2026-03-01T12:00:00Z

  private static let notify = Function("notify", access: .serviceRole) { (name: String, context) in
    guard name != "nobody" else { throw FunctionError.validation("nobody is there") }
    if name == "ada" { try await context.jobs.enqueue(echo, "again") }
    return NoContent()
  }.queued(attempts: 2, backOff: BackOff(base: .seconds(60)))

  private static let echo = Function("echo", access: .serviceRole) { (_: String, _) in NoContent() }

  private static let order = Function("order", access: .anyone) { (name: String, context) in
    _ = try await context.jobs.enqueue(notify, name)
    return NoContent()
  }

  @Test(arguments: TestTransport.allCases)
  func drainingTheQueueRunsEnqueuedJobs(_ transport: TestTransport) async throws {
    let host = try await TestHost(functions: [Self.order, Self.notify, Self.echo], transport: transport)
    #expect(try await host.call("order", json: "ada").status == 204)
    #expect(try await host.queuedJobs().map(\.name) == ["notify"])
    #expect(try await host.history().isEmpty)
    try await host.drainJobs()
    #expect(try await host.queuedJobs().isEmpty)
    #expect(try await host.history().map(\.name) == ["echo", "notify"])
    #expect(try await host.history(of: "echo").map(\.outcome) == ["completed"])
    await host.shutdown()
  }

  @Test func aRetryWaitsForTheClock() async throws {
    let host = try await TestHost(
      functions: [Self.order, Self.notify, Self.echo], clock: WallClock { Self.clock.withLock { $0 } })
    _ = try await host.call("order", json: "nobody")
    try await host.drainJobs()
    let first = try await host.history(of: "notify")
    #expect(first.map(\.outcome) == ["failed"])
    #expect(first[0].error == "VALIDATION_ERROR: nobody is there")
    Self.clock.withLock { $0 += 59 }
    try await host.drainJobs()
    #expect(try await host.history(of: "notify").count == 1)
    Self.clock.withLock { $0 += 1 }
    try await host.drainJobs()
    #expect(try await host.history(of: "notify").map(\.isDead) == [true, false])
    #expect(try await host.queuedJobs(of: "notify").map(\.state) == ["dead"])
    await host.shutdown()
  }

  @Test func aJobOverItsTimeoutIsEnded() async throws {
    let endless = Function("endless", access: .serviceRole) { (_: String, _) in
      try await untilCancelled()
      return NoContent()
    }.queued(attempts: 1, timeout: .milliseconds(10))
    let begin = Function("begin", access: .anyone) { context in
      _ = try await context.jobs.enqueue(endless, "x")
      return NoContent()
    }
    let host = try await TestHost(functions: [begin, endless])
    #expect(try await host.call("begin").status == 204)
    try await host.drainJobs()
    #expect(try await host.history(of: "endless").map(\.outcome) == ["timed_out"])
    await host.shutdown()
  }

  @Test(arguments: TestTransport.allCases)
  func aHostWithoutAClientReachesNoServer(_ transport: TestTransport) async throws {
    let fetch = Function("fetch", access: .anyone) { context in
      do {
        return "\(try await context.http.get("http://a.example/").status.code)"
      } catch let error as HTTPClientError {
        return error.message
      }
    }
    let host = try await TestHost(functions: [fetch], transport: transport)
    let message = try await host.call("fetch").decode(String.self)
    #expect(message.contains("pass http: to TestHost"))
    await host.shutdown()
  }

  @Test func aScheduleThatCannotBeReadIsRefused() async throws {
    let error = await #expect(throws: (any Error).self) {
      _ = try await TestHost(functions: [], jobs: [Job("bad", every: "61 * * * *") { _ in }])
    }
    #expect("\(String(describing: error))".contains("The schedule of the job bad cannot be read"))
  }
}
