import Edge
import Foundation
import Logging
import Synchronization
import Testing

@testable import Jobs

/// The jobs that a run enqueued.
@Suite(.ownDatabases) struct OriginTests {
  private struct Letter: Codable, Sendable { let number: Int }
  private let letter = Function("letter", access: .serviceRole) { (_: Letter, _) in NoContent() }.queued(attempts: 2)

  private func run(
    _ system: JobSystem, _ fixture: Fixture, _ numbers: [Int], trace: TraceContext? = nil
  ) async throws -> InvocationID {
    let invocation = Invocation(
      id: InvocationID(at: fixture.clock.now), trigger: .http,
      identity: Identity(Claims(["sub": .string(UUID().uuidString), "role": "authenticated"])),
      deadline: .distantFuture,
      logger: Logger(label: "test"), function: "like", trace: trace,
      services: TestServices.make(fixture, fixture.queue(system)))
    let like = Function("like", access: .user) { [letter] context in
      for number in numbers { _ = try await context.jobs.enqueue(letter, Letter(number: number)) }
      return NoContent()
    }
    _ = try await like.invoke(Request(method: .post), invocation)
    return invocation.id
  }

  @Test func aJobRunsInTheTraceOfTheRunThatEnqueuedIt() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([letter])
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    let called = try await run(
      system, fixture, [1], trace: TraceContext(traceparent: "00-\(trace)-00f067aa0ba902b7-00"))
    let root = try await run(system, fixture, [2])
    try await fixture.database.transaction { transaction in
      let job = try NewJob(
        function: "letter", payload: Array(#"{"number":3}"#.utf8), policy: QueuePolicy(), runAt: nil, priority: 5,
        key: nil, origin: JobOrigin(trigger: "command", function: "jobs enqueue"))
      _ = try await fixture.queue(system).enqueue([job], in: transaction)
    }
    let traces = Mutex<[TraceContext?]>([])
    let (ran, running) = AsyncStream<Void>.makeStream()
    let runner = system.runner { job in
      traces.withLock { $0.append(job.trace) }
      running.yield()
    }
    let task = Task { try await runner.run() }
    var count = 0
    for await _ in ran {
      count += 1
      if count == 3 { break }
    }
    task.cancel()
    _ = await task.result
    let seen = traces.withLock { $0 }
    #expect(seen.contains { $0 == nil }, "a command begins no trace")
    #expect(
      seen.contains { $0?.traceID == trace && $0?.parentID == called.spanID && $0?.flags == "00" },
      "the caller's trace, with the run that enqueued it as the parent")
    #expect(seen.contains { $0?.traceID == root.traceID && $0?.parentID == root.spanID })
  }

  @Test func theJobsOfARunAreFoundInTheQueueAndInTheHistory() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([letter])
    let began = fixture.clock.now
    _ = try await run(system, fixture, [0])
    let id = try await run(system, fixture, [1, 2, 3])
    _ = try await run(system, fixture, [4])
    let jobs = try await system.claim()
    #expect(jobs.count == 5)
    try await system.end(jobs[1])
    try await system.end(jobs[2], .failed, .again(at: fixture.clock.now.addingTimeInterval(60), usesAttempt: true))

    let found = try await system.store.jobs(enqueuedBy: id.description, since: began)
    #expect(found.map(\.id) == jobs[1...3].map(\.id))
    #expect(found.map(\.state) == ["completed", "scheduled", "running"])
    #expect(found.allSatisfy { $0.name == "letter" })
    #expect(try await system.store.jobs(enqueuedBy: InvocationID(at: began).description, since: began).isEmpty)
    #expect(try await system.store.jobs(enqueuedBy: "' OR 1 = 1 --", since: began).isEmpty)
    // What is still in the queue is looked for from the beginning of the run on; the history is not limited.
    let later = began.addingTimeInterval(3600)
    #expect(
      try await system.store.jobs(enqueuedBy: id.description, since: later).map(\.id) == [jobs[1].id, jobs[2].id])
  }
}
