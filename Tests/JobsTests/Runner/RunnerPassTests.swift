import CoreMetrics
import Edge
import Foundation
import Logging
import Synchronization
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }

/// Single passes of the runner's loop, without the loop.
@Suite(.ownDatabases) struct RunnerPassTests {
  private var loopState: JobRunner.LoopState {
    JobRunner.LoopState(TakeOverPermit(lease: .seconds(30), isShared: false))
  }

  @Test func aPassThatFindsNoJobForgetsTheNextStart() async throws {
    let fixture = try await Fixture()
    let slow = Function("slow", access: .serviceRole) { (_: Ping, _) in NoContent() }.queued(rate: .perSecond(20))
    let system = try fixture.system([slow])
    try await fixture.queue(system).enqueueAll(slow, (1...5).map(Ping.init))
    let runner = system.testRunner(fixture)
    var loopState = loopState
    let claimed = try await runner.writeAndClaim(&loopState, .always)
    #expect(claimed.count == 2, "a tenth of the count at once")
    #expect(loopState.nextStart != nil)
    // The jobs that wait are removed. A time in the past would make the loop poll without a pause.
    try await fixture.database.execute("DELETE FROM \(fixture.tables.jobs) WHERE state = 'available'")
    fixture.clock.advance(by: 1)
    let none = try await runner.writeAndClaim(&loopState, .ifDue)
    #expect(none.isEmpty)
    #expect(loopState.nextStart == nil)
  }

  @Test func aHostLeavesJobsOfUnknownFunctionsToOthers() async throws {
    let (fixture, log) = (try await Fixture(), LogRecorder(level: .warning))
    let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
    let other = Function("other", access: .serviceRole) { (_: Ping, _) in NoContent() }
    var options = JobOptions.withoutHurry
    options.capacity = 10
    let owner = try fixture.system([ping, other])
    let system = try fixture.system([other], options: options, logger: log.logger)
    let queue = fixture.queue(owner)
    try await queue.enqueueAll(ping, (1...1500).map(Ping.init))
    fixture.clock.advance(by: 1)
    _ = try await queue.enqueue(other, Ping(number: 0))
    let runner = system.testRunner(fixture)
    var loopState = loopState
    let none = try await runner.writeAndClaim(&loopState, .always)
    #expect(none.isEmpty && loopState.claimsAgain)
    let claimed = try await runner.writeAndClaim(&loopState, .always)
    #expect(claimed.map(\.name) == ["other"], "behind all jobs of the other function")
    let last = try await runner.writeAndClaim(&loopState, .always)
    #expect(last.isEmpty && !loopState.claimsAgain)
    #expect(log.take().map(\.job) == ["ping"], "one line for all jobs")
    #expect(try await fixture.history(owner).map(\.name) == ["other"], "the others have no try")
    // A poll does not claim for them: a claim would take the hint.
    let hint = fixture.clock.now
    _ = system.signals.since.take()
    system.signals.since.note(hint)
    let idle = try await runner.writeAndClaim(&loopState, .ifDue)
    #expect(idle.isEmpty)
    #expect(system.signals.since.take() == hint)
    let depth = try await system.store.depth(excluding: system.registries.unknown)
    #expect(depth.oldest == nil && depth.counts[.available] == 1500)
    #expect(try await owner.store.depth().oldest != nil)
    // They are due, and have used no try.
    let left = try await owner.claim(2000)
    #expect(left.count == 1500)
    #expect(left.allSatisfy { $0.name == "ping" && $0.attempt == 1 })
  }

  @Test func aPassDuringAnArrangementWritesEndsAndClaimsNothing() async throws {
    let fixture = try await Fixture()
    let unlimited = Function("pair", access: .serviceRole) { (_: Ping, _) in NoContent() }
    let system = try fixture.system([unlimited])
    let queue = fixture.queue(system)
    let runner = system.testRunner(fixture)
    var loopState = loopState
    try await runner.arrange(&loopState)
    try await queue.enqueueAll(unlimited, (1...2).map(Ping.init))
    let first = try await pass(runner, &loopState)
    #expect(first.count == 2)
    try await queue.enqueueAll(unlimited, (1...1500).map(Ping.init))
    // From now on the function has a limit.
    let pair = Function("pair", access: .serviceRole) { (_: Ping, _) in NoContent() }.queued(concurrency: 2)
    system.registries.replace(with: try JobRegistry(functions: [pair], jobs: []))
    try await runner.arrange(&loopState)
    #expect(!loopState.arrangement.isComplete)
    let none = try await runner.writeAndClaim(&loopState, .always)
    #expect(none.isEmpty)
    #expect(try await fixture.history(system).map(\.outcome) == ["completed", "completed"])
    // Without the hint of the enqueued jobs.
    _ = runner.signals.work.take()
    let mode = await runner.pause(loopState)
    #expect(mode == .always)
    try await runner.arrange(&loopState)
    #expect(loopState.arrangement.isComplete)
    let claimed = try await runner.writeAndClaim(&loopState, .always)
    #expect(claimed.count == 2)
  }

  @Test func aRenewalThatTookNothingOverIsRepeatedAfterASecondAtTheEarliest() async throws {
    let fixture = try await Fixture()
    let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
    var options = JobOptions.withoutHurry
    options.lease = .seconds(3600)
    let dying = try fixture.system([ping], options: options)
    let survivor = try fixture.system([ping], options: options)
    _ = try await fixture.queue(survivor).enqueue(ping, Ping(number: 1))
    try await dying.announce()
    #expect(try await dying.claim().count == 1)
    let runner = survivor.testRunner(fixture)
    var loopState = JobRunner.LoopState(TakeOverPermit(lease: options.lease, isShared: false))
    let start = ContinuousClock.now
    try await runner.renew(&loopState)
    let regular = loopState.nextRenewal
    let next = loopState.nextTakeOver
    #expect(next >= start + .seconds(1))
    // As for a renewal that has just found the job locked by another transaction.
    fixture.clock.advance(by: 3601)
    let none = try await runner.writeAndClaim(&loopState, .ifDue)
    #expect(none.isEmpty)
    #expect(loopState.nextRenewal >= next && loopState.nextRenewal < regular)
    try await runner.renew(&loopState)
    #expect(loopState.nextTakeOver <= .now, "there may be more lost jobs")
    #expect(try await fixture.history(survivor).map(\.outcome) == ["lost"])
  }

  // On SQLite leases are measured by a clock that does not step.
  @Test(.onPostgres) func aHostTakesNothingOverWhenTheDatabasesClockWasSetForward() async throws {
    let fixture = try await Fixture()
    let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
    let holder = try fixture.system([ping])
    // Its wall clock is the database's, and its lease clock the test's.
    let other = JobSystem(
      registry: try JobRegistry(functions: [ping], jobs: []), database: fixture.database, clock: nil,
      leaseClock: fixture.clock.lease, options: .withoutHurry, metrics: NOOPMetricsHandler.instance,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    _ = try await fixture.queue(holder).enqueue(ping, Ping(number: 1))
    try await holder.announce()
    #expect(try await holder.claim().count == 1)
    let runner = other.testRunner(fixture)
    var loopState = loopState
    let clock = try #require(other.store.databaseClock)
    // The first reading is an hour behind the next, and less precise.
    clock.set(Date().addingTimeInterval(-3600), from: ContinuousClock.now.advanced(by: .seconds(-1)))
    fixture.clock.advance(by: 3600)
    // This reading absorbs the step.
    #expect(try await other.store.outlook().isLeaseOver)
    try await runner.renew(&loopState)
    #expect(loopState.takeOver.waitsUntil != nil)
    #expect(try await fixture.history(other).map(\.outcome) == ["running"])
    // As after the wait.
    loopState.takeOver = TakeOverPermit(lease: .seconds(30), isShared: false)
    try await runner.renew(&loopState)
    #expect(try await fixture.history(other).map(\.outcome) == ["lost"])
  }

  @Test func theFirstRenewalAfterALongOutageForgetsNoHostThatDied() async throws {
    let fixture = try await Fixture()
    let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
    let (dying, survivor) = (try fixture.system([ping]), try fixture.system([ping]))
    _ = try await fixture.queue(survivor).enqueue(ping, Ping(number: 1))
    try await dying.announce()
    #expect(try await dying.claim().count == 1)
    fixture.clock.advance(by: 2 * 86_400)
    let runner = survivor.testRunner(fixture)
    // As on a shared database, where a new host first waits for the holders.
    var loopState = JobRunner.LoopState(TakeOverPermit(lease: .seconds(30), isShared: true))
    try await runner.renew(&loopState)
    #expect(try await survivor.store.hosts().map(\.id) == [survivor.store.holder, dying.store.holder])
    // As after the wait.
    loopState.takeOver = TakeOverPermit(lease: .seconds(30), isShared: false)
    try await runner.renew(&loopState)
    let job = try #require(try await fixture.rows("SELECT lost_leases, lane FROM \(fixture.tables.jobs)").first)
    #expect(try job.get("lost_leases") == 1)
    #expect(try job.get("lane") == JobStore.isolationLane)
    #expect(try await survivor.store.hosts().map(\.id) == [survivor.store.holder], "it holds no job any more")
  }

  @Test func aRunWhoseLeaseWasLostIsNoFailure() async throws {
    let (fixture, log, begun) = (try await Fixture(), LogRecorder(), Event())
    let waits = Function("waits", access: .serviceRole) { (_: Ping, _) -> NoContent in
      begun.happen()
      // Returns when the task is cancelled.
      for await _ in AsyncStream<Never>.makeStream().stream {}
      throw CancellationError()
    }
    let (system, other) = (try fixture.system([waits], logger: log.logger), try fixture.system([waits]))
    _ = try await fixture.queue(system).enqueue(waits, Ping(number: 1))
    let runner = system.testRunner(fixture)
    var loopState = loopState
    let job = try #require(try await runner.writeAndClaim(&loopState, .always).first)
    let run = Task { await runner.run(job) }
    await begun.wait()
    fixture.clock.advance(by: 31)
    #expect(try await other.takeOver().map(\.id) == [job.id])
    try await runner.renew(&loopState)
    await run.value
    let outcomes = runner.state.withLock { $0.takeEnded().map(\.run.outcome) }
    #expect(outcomes == [.lost])
    #expect(log.take().isEmpty, "only failures are errors")
    #expect(try await fixture.history(other).map(\.outcome) == ["lost"])
  }

  @Test func aRenewalThatLeavesHeldJobsIsRepeatedAtOnce() async throws {
    let fixture = try await Fixture()
    let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
    let system = try fixture.system([ping])
    try await fixture.queue(system).enqueueAll(ping, (1...1500).map(Ping.init))
    try await fixture.database.execute("UPDATE \(fixture.tables.jobs) SET state = 'held'")
    let runner = system.testRunner(fixture)
    var loopState = loopState
    try await runner.renew(&loopState)
    #expect(loopState.nextRenewal <= .now)
    let start = ContinuousClock.now
    try await runner.renew(&loopState)
    #expect(loopState.nextRenewal >= start + .seconds(10), "a third of the lease")
    #expect(try await fixture.count("held") == 0)
  }

  // With one writer no transaction has locked a job of another.
  @Test(.onPostgres) func aLeaseThatWasLockedIsRenewedAgainAfterASecond() async throws {
    let fixture = try await Fixture()
    let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
    var options = JobOptions.withoutHurry
    options.lease = .seconds(3600)
    let system = try fixture.system([ping], options: options)
    _ = try await fixture.queue(system).enqueue(ping, Ping(number: 1))
    let runner = system.testRunner(fixture)
    var loopState = loopState
    let job = try #require(try await runner.writeAndClaim(&loopState, .always).first)
    let before = loopState
    let start = ContinuousClock.now
    let after = try await fixture.database.transaction { transaction in
      _ = try await transaction.query("SELECT id FROM \(fixture.tables.jobs)\(fixture.tables.lock)")
      return try await Task.detached {
        var loopState = before
        try await runner.renew(&loopState)
        return loopState
      }.value
    }
    #expect(after.nextRenewal >= start + .seconds(1) && after.nextRenewal <= .now + .seconds(1))
    #expect(runner.state.withLock { $0.reason(for: job.id, fence: job.fence) } == nil, "the lease was not lost")
  }

  /// Makes one pass and ends all jobs that it has claimed.
  private func pass(_ runner: JobRunner, _ loopState: inout JobRunner.LoopState) async throws -> [ClaimedJob] {
    let claimed = try await runner.writeAndClaim(&loopState, .always)
    for job in claimed {
      let run = EndedRun(
        id: job.id, fence: job.fence, outcome: .completed, error: nil, finishedAt: runner.store.clock.now,
        milliseconds: 1, disposition: .finished)
      runner.state.withLock { $0.end(run) }
    }
    return claimed
  }

  @Test func anIsolatedJobStartsOnAHostThatIsAlwaysFull() async throws {
    let fixture = try await Fixture()
    let (ping, other) = (
      Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() },
      Function("other", access: .serviceRole) { (_: Ping, _) in NoContent() }
    )
    var options = JobOptions.withoutHurry
    options.capacity = 1
    let dying = try fixture.system([ping, other])
    let survivor = try fixture.system([ping, other], options: options)
    let queue = fixture.queue(survivor)
    let suspects = try await queue.enqueueAll(ping, (1...2).map(Ping.init)).map(\.id)
    try await dying.announce()
    #expect(try await dying.claim().count == 2)
    fixture.clock.advance(by: 31)
    #expect(try await survivor.takeOver().count == 2)
    // More jobs of another function than the host has room for.
    try await queue.enqueueAll(other, (1...10).map(Ping.init))
    let runner = survivor.testRunner(fixture)
    var loopState = loopState
    var seen: [Int64?] = []
    for _ in 1...4 { seen.append(try await pass(runner, &loopState).first { $0.isIsolated }?.id) }
    #expect(seen == [suspects[0], nil, suspects[1], nil])
  }
}
