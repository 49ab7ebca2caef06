import Edge
import Foundation
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }
private struct Odd: Error, CustomStringConvertible { let description = "odd" }

@Suite(.ownDatabases, .timeLimit(.minutes(10))) struct JobRunnerTests {
  private let instantly = BackOff(base: .zero)

  /// Runs all due jobs, and returns the outcomes of the history.
  private func outcomes(_ fixture: Fixture, _ system: JobSystem) async throws -> [String] {
    try await system.testRunner(fixture).drain()
    return try await fixture.history(system).map(\.outcome)
  }

  @Test func aJobRunsWithItsInputAndTryNumber() async throws {
    let fixture = try await Fixture()
    let seen = Mutex<[JobRun?]>([])
    let function = Function("ping", access: .serviceRole) { (ping: Ping, context) in
      #expect(ping.number == 7)
      #expect(context.invocation.trigger == .enqueue)
      seen.withLock { $0.append(context.run) }
      if context.run?.attempt == 1 { throw Odd() }
      return NoContent()
    }
    .queued(attempts: 3, backOff: instantly)
    let system = try fixture.system([function])
    let job = try await fixture.queue(system).enqueue(function, Ping(number: 7))
    #expect(try await outcomes(fixture, system) == ["failed", "completed"])
    let due = fixture.clock.now
    #expect(
      seen.withLock { $0 }
        == [1, 2].map { JobRun(id: job.id, function: "ping", attempt: $0, maximumAttempts: 3, scheduledAt: due) })
    #expect(try await fixture.rows("SELECT id FROM \(fixture.tables.jobs)").isEmpty)
    #expect(try await fixture.history(system).first?.error == "odd")
  }

  @Test func anErrorWithAZeroByteIsStillWritten() async throws {
    let fixture = try await Fixture()
    let function = Function("ping", access: .serviceRole) { (_: Ping, _) -> NoContent in
      throw JobError.discard(reason: "a\0b")
    }
    .queued(attempts: 1, backOff: instantly)
    let system = try fixture.system([function])
    _ = try await fixture.queue(system).enqueue(function, Ping(number: 1))
    #expect(try await outcomes(fixture, system) == ["discarded"])
    #expect(try await fixture.history(system).first?.error == "a\u{FFFD}b")
  }

  @Test func aJobWithoutAttemptsLeftStaysAsDead() async throws {
    let fixture = try await Fixture()
    let function = Function("ping", access: .serviceRole) { (_: Ping, _) -> NoContent in throw Odd() }
      .queued(attempts: 3, backOff: instantly)
    let system = try fixture.system([function])
    _ = try await fixture.queue(system).enqueue(function, Ping(number: 1))
    #expect(try await outcomes(fixture, system) == ["failed", "failed", "failed"])
    #expect(try await fixture.history(system).map(\.isDead) == [false, false, true])
    #expect(try await fixture.count("dead") == 1)
  }

  @Test func handlersChooseRetrySnoozeOrDiscard() async throws {
    let fixture = try await Fixture()
    let function = Function("ping", access: .serviceRole) { (ping: Ping, context) -> NoContent in
      switch (ping.number, context.run?.attempt) {
      case (1, 1): throw JobError.retry(after: .seconds(90), reason: "busy")
      case (2, _): throw JobError.discard(reason: "gone")
      case (3, _) where context.clock.now < context.run?.scheduledAt.addingTimeInterval(30) ?? .distantPast:
        throw JobError.snooze(for: .seconds(30))
      default: return NoContent()
      }
    }
    .queued(attempts: 2)
    let system = try fixture.system([function])
    for number in 1...3 { _ = try await fixture.queue(system).enqueue(function, Ping(number: number)) }
    #expect(try await outcomes(fixture, system).sorted() == ["discarded", "failed", "snoozed"])
    fixture.clock.advance(by: 30)
    #expect(try await outcomes(fixture, system).last == "completed")
    #expect(try await fixture.history(system).last?.attempt == 1, "a snooze uses no attempt")
    fixture.clock.advance(by: 60)
    #expect(try await outcomes(fixture, system).count == 5)
    #expect(try await fixture.rows("SELECT id FROM \(fixture.tables.jobs)").isEmpty)
  }

  @Test func aJobOfAnUnknownFunctionWaitsForAnotherHost() async throws {
    let fixture = try await Fixture()
    let function = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
    let system = try fixture.system([function])
    _ = try await fixture.queue(system).enqueue(function, Ping(number: 1))
    let other = try fixture.system()
    #expect(try await outcomes(fixture, other).isEmpty, "it has not run there")
    #expect(try await outcomes(fixture, system) == ["completed"], "at once")
    #expect(try await fixture.history(system).map(\.attempt) == [1])
  }

  /// Runs a runner while the body runs, then shuts it down gracefully.
  private func running(_ runner: JobRunner, _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await testGracefulShutdown { trigger in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await runner.run() }
        try await body()
        trigger.triggerGracefulShutdown()
        try await group.waitForAll()
      }
    }
  }

  /// A function that waits until it is cancelled or the test releases it.
  private func waiting(
    _ started: Event, _ goOn: Event
  ) -> Function<ServiceAccess, Ping> {
    Function("wait", access: .serviceRole) { (_: Ping, _) in
      started.happen()
      await goOn.wait()
      try Task.checkCancellation()
      return NoContent()
    }
    .queued(attempts: 2, backOff: instantly)
  }

  @Test func anEnqueuedJobStartsByItselfAndFinishesBeforeTheHostStops() async throws {
    let fixture = try await Fixture()
    let (started, goOn) = (Event(), Event())
    let function = waiting(started, goOn)
    let system = try fixture.system([function])
    try await running(system.testRunner(fixture)) {
      _ = try await fixture.queue(system).enqueue(function, Ping(number: 1))
      await started.wait()
      goOn.happen()
    }
    #expect(try await fixture.history(system).map(\.outcome) == ["completed"])
  }

  @Test func aClaimWhoseResponseWasLostIsGivenBack() async throws {
    let fixture = try await Fixture()
    let (started, goOn) = (Event(), Event())
    let function = waiting(started, goOn)
    let system = try fixture.system([function])
    _ = try await fixture.queue(system).enqueue(function, Ping(number: 1))
    // Claimed under this host's name without its runner's knowledge.
    #expect(try await system.claim().count == 1)
    try await running(system.testRunner(fixture)) {
      await started.wait()
      goOn.happen()
    }
    let run = try #require(try await fixture.history(system).first)
    #expect((run.outcome, run.attempt) == ("completed", 1))
  }

  @Test func aJobThatExceedsItsTimeoutIsCancelledAndRetried() async throws {
    let fixture = try await Fixture()
    let started = Event()
    let function = Function("wait", access: .serviceRole) { (_: Ping, _) -> NoContent in
      started.happen()
      // Returns when the task is cancelled.
      for await _ in AsyncStream<Never>.makeStream().stream {}
      throw CancellationError()
    }
    .queued(attempts: 2, backOff: instantly, timeout: .milliseconds(50))
    let system = try fixture.system([function])
    try await running(system.testRunner(fixture)) {
      _ = try await fixture.queue(system).enqueue(function, Ping(number: 1))
      await started.wait()
      await started.wait()
    }
    #expect(try await fixture.history(system).map(\.outcome) == ["timed_out", "timed_out"])
    #expect(try await fixture.history(system).last?.error == "it took longer than 50 ms")
    #expect(try await fixture.count("dead") == 1)
  }

  @Test func aRunningJobIsCancelledByCommand() async throws {
    let fixture = try await Fixture()
    let (started, never, ended) = (Event(), Event(), Event())
    let function = Function("wait", access: .serviceRole) { (_: Ping, _) in
      started.happen()
      await never.wait()
      ended.happen()
      try Task.checkCancellation()
      return NoContent()
    }
    let system = try fixture.system([function])
    try await running(system.testRunner(fixture)) {
      let job = try await fixture.queue(system).enqueue(function, Ping(number: 1))
      await started.wait()
      _ = try await fixture.database.transaction { try await system.store.cancel(job.id, because: "test", in: $0) }
      system.signals.cancelled()
      await ended.wait()
    }
    #expect(try await fixture.rows("SELECT id FROM \(fixture.tables.jobs)").isEmpty)
    #expect(try await fixture.history(system).map(\.outcome) == ["cancelled"])
  }

  @Test func aJobThatOutlastsTheGracePeriodIsReturned() async throws {
    let fixture = try await Fixture()
    let (started, goOn) = (Event(), Event())
    let function = waiting(started, goOn)
    // The grace period is zero, and the end of the cancelled job may take as long as it needs.
    var options = JobOptions.withoutHurry
    options.gracePeriod = .zero
    let system = try fixture.system([function], options: options)
    try await running(system.testRunner(fixture)) {
      _ = try await fixture.queue(system).enqueue(function, Ping(number: 1))
      await started.wait()
    }
    #expect(try await fixture.history(system).map(\.outcome) == ["interrupted"])
    let next = try #require(try await system.claim().first)
    #expect(next.attempt == 1, "it used no attempt")
  }

  @Test func manyJobsFromManyTasksRunOnceEach() async throws {
    let fixture = try await Fixture()
    let counts = Mutex<[Int: Int]>([:])
    let all = Event()
    let function = Function("count", access: .serviceRole) { (ping: Ping, _) in
      let total = counts.withLock { counts in
        counts[ping.number, default: 0] += 1
        return counts.count
      }
      if total == 500 { all.happen() }
      return NoContent()
    }
    let system = try fixture.system([function])
    try await running(system.testRunner(fixture)) {
      let queue = fixture.queue(system)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<20 {
          group.addTask {
            for number in 0..<25 { _ = try await queue.enqueue(function, Ping(number: task * 25 + number)) }
          }
        }
        try await group.waitForAll()
      }
      await all.wait()
    }
    #expect(counts.withLock { $0.values.allSatisfy { $0 == 1 } })
    #expect(try await fixture.rows("SELECT id FROM \(fixture.tables.jobs)").isEmpty)
  }

  @Test func aRunnerOfOneJobTriesItOnce() async throws {
    let fixture = try await Fixture()
    let job = Job("one", every: "@daily", backOff: BackOff(base: .zero)) { _ in }
    let system = try fixture.system(jobs: [job])
    let one = try await system.start("one")
    try await system.runner(only: one.id) { _ in throw Odd() }.run()
    #expect(try await fixture.history(system).map(\.outcome) == ["failed"])
    #expect(try await fixture.count("running") == 0)
  }

  @Test func aRunnerOfOneJobRunsOnlyThatJob() async throws {
    let fixture = try await Fixture()
    let jobs = ["one", "two"].map { Job($0, every: "@daily") { _ in } }
    let system = try fixture.system(jobs: jobs)
    let one = try await system.start("one")
    _ = try await system.start("two")
    let runner = system.runner(only: one.id) { _ in }
    try await runner.run()
    #expect(try await fixture.history(system).map(\.name) == ["one"])
    #expect(try await fixture.count("available") == 1)
  }

  @Test func aHostThatStopsLeavesTheListBeforeItsJobsHaveEnded() async throws {
    let fixture = try await Fixture()
    let (begun, end) = (Event(), Event())
    let function = Function("ping", access: .serviceRole) { (_: Ping, _) in
      begun.happen()
      await end.wait()
      return NoContent()
    }
    let system = try fixture.system([function])
    _ = try await fixture.queue(system).enqueue(function, Ping(number: 1))
    let runner = system.testRunner(fixture)
    try await testGracefulShutdown { trigger in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await runner.run() }
        await begun.wait()
        #expect(try await system.store.hosts().count == 1)
        trigger.triggerGracefulShutdown()
        while try await !system.store.hosts().isEmpty { await Task.yield() }
        #expect(try await fixture.count("running") == 1)
        end.happen()
        try await group.waitForAll()
      }
    }
    #expect(try await fixture.history(system).map(\.outcome) == ["completed"])
  }
}
