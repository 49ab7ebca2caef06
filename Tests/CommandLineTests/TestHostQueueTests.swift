import Foundation
import SwiftletTesting
import Synchronization
import Testing

/// Jobs that a test runs and enqueues itself.
@Suite(.timeLimit(.minutes(10))) struct TestHostQueueTests {
  private static let tick = Date(timeIntervalSince1970: 1_772_366_400)  // 2026-03-01T12:00:00Z

  private static let echo = Function("echo", access: .serviceRole) { (_: String, _) in NoContent() }

  @Test(arguments: TestTransport.allCases)
  func aRunForATickHasTheTick(_ transport: TestTransport) async throws {
    let runs = Mutex<[JobRun?]>([])
    let job = Job("report", every: "@daily", retries: 2) { context in runs.withLock { $0.append(context.run) } }
    let host = try await TestHost(functions: [], jobs: [job], transport: transport)
    try await host.test { host in
      for _ in 0..<2 { try await host.run(job, scheduledAt: Self.tick) }
      try await host.run(job)
      #expect(try await host.history().isEmpty)
    }
    let run = JobRun(
      id: 1_772_366_400_000, function: "report", attempt: 1, maximumAttempts: 3, scheduledAt: Self.tick)
    #expect(runs.withLock { $0 } == [run, run, nil])
  }

  @Test(arguments: TestTransport.allCases)
  func aTestEnqueuesAFunction(_ transport: TestTransport) async throws {
    let host = try await TestHost(functions: [Self.echo], transport: transport)
    try await host.test { host in
      let job = try await host.jobs.enqueue(Self.echo, "hello")
      #expect(job.isNew)
      #expect(try await host.queuedJobs(of: "echo").map(\.id) == [job.id])
      try await host.drainJobs()
      #expect(try await host.history(of: "echo").map(\.outcome) == ["completed"])
    }
  }
}
