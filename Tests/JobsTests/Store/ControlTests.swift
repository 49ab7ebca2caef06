import Edge
import Foundation
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }
private let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
private let other = Function("other", access: .serviceRole) { (_: Ping, _) in NoContent() }

@Suite(.ownDatabases) struct ControlTests {
  private func setPaused(_ isPaused: Bool, _ system: JobSystem) async throws {
    try await system.store.database.transaction { try await system.store.setPaused(isPaused, "ping", in: $0) }
  }

  @Test func aPausedFunctionHoldsItsJobsUntilItIsResumed() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    let queue = fixture.queue(system)
    _ = try await queue.enqueue(ping, Ping(number: 1))
    _ = try await queue.enqueue(ping, Ping(number: 2), at: fixture.clock.now.addingTimeInterval(10))
    try await setPaused(true, system)
    _ = try await queue.enqueue(ping, Ping(number: 3))
    fixture.clock.advance(by: 20)
    #expect(try await system.claim().isEmpty)
    #expect(try await fixture.count("held") == 3)
    // The pause is stored: another host, or this one after a restart, sees it.
    let restarted = try fixture.system([ping])
    #expect(try await restarted.store.pausedNames() == ["ping"])
    try await setPaused(false, restarted)
    #expect(try await restarted.claim().count == 3)
  }

  /// As a transaction leaves them that read the settings before the pause and committed after it.
  private func jobsLeftAvailableByAPause(_ fixture: Fixture, _ system: JobSystem) async throws {
    let queue = fixture.queue(system)
    try await queue.enqueueAll(ping, (1...3).map(Ping.init))
    fixture.clock.advance(by: 1)
    _ = try await queue.enqueue(other, Ping(number: 4))
    try await fixture.database.execute("INSERT INTO \(fixture.tables.settings) (name, is_paused) VALUES ('ping', 1)")
  }

  @Test func aClaimHoldsJobsLeftAvailableByAPause() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping, other])
    try await jobsLeftAvailableByAPause(fixture, system)
    #expect(try await system.claim(2).isEmpty)
    #expect(try await fixture.count("held") == 2)
    #expect(try await system.claim(2).map(\.name) == ["other"])
    #expect(try await fixture.count("held") == 3)
    try await setPaused(false, system)
    #expect(try await system.claim().map(\.attempt) == [1, 1, 1], "a held job has used no try")
  }

  @Test func aClaimHoldsAWholeLaneLeftAvailableByAPause() async throws {
    let fixture = try await Fixture()
    let pair = Function("pair", access: .serviceRole) { (_: Ping, _) in NoContent() }.queued(concurrency: 2)
    let system = try fixture.system([pair])
    try await fixture.queue(system).enqueueAll(pair, (1...5).map(Ping.init))
    try await fixture.database.execute("INSERT INTO \(fixture.tables.settings) (name, is_paused) VALUES ('pair', 1)")
    #expect(try await system.claim().isEmpty)
    #expect(try await fixture.count("held") == 5)
  }

  @Test func aRunnerContinuesAfterJobsLeftAvailableByAPause() async throws {
    let fixture = try await Fixture()
    var options = JobOptions.withoutHurry
    options.capacity = 1
    let system = try fixture.system([ping, other], options: options)
    try await jobsLeftAvailableByAPause(fixture, system)
    try await system.testRunner(fixture).drain()
    #expect(try await fixture.history(system).map(\.name) == ["other"])
    #expect(try await fixture.count("held") == 3)
  }

  @Test func manyJobsAreHeldAndReleasedInPieces() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    try await fixture.queue(system).enqueueAll(ping, (1...1500).map(Ping.init))
    try await setPaused(true, system)
    #expect(try await fixture.count("held") == 1000)
    _ = try await system.setPaused(true, "ping")
    #expect(try await fixture.count("held") == 1500)
    try await setPaused(false, system)
    #expect(try await fixture.count("held") == 500)
    _ = try await system.setPaused(false, "ping")
    #expect(try await fixture.count("held") == 0)
    // A pause that was ended before its last piece.
    let last = try await fixture.database.transaction {
      try await system.store.moveWaiting(of: "ping", isPaused: true, after: 0, in: $0)
    }
    #expect(last == nil)
    #expect(try await fixture.count("held") == 0)
  }

  @Test func renewalsFinishAResumptionThatWasInterrupted() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    try await fixture.queue(system).enqueueAll(ping, (1...2500).map(Ping.init))
    _ = try await system.setPaused(true, "ping")
    #expect(try await fixture.count("held") == 2500)
    // The host dies after the first piece.
    try await setPaused(false, system)
    var counts: [Int] = []
    var isMoreHeld = true
    while isMoreHeld {
      counts.append(try await fixture.count("held"))
      isMoreHeld = try await fixture.database.transaction { try await system.store.releaseHeld(in: $0) }
    }
    #expect(counts == [1500, 500])
    #expect(try await fixture.count("held") == 0)
  }

  @Test func aRenewalReleasesHeldJobsOfFunctionsThatAreNotPausedAlone() async throws {
    let fixture = try await Fixture()
    let third = Function("third", access: .serviceRole) { (_: Ping, _) in NoContent() }
    let system = try fixture.system([ping, other, third])
    let queue = fixture.queue(system)
    for function in [ping, other, third] { try await queue.enqueueAll(function, (1...600).map(Ping.init)) }
    try await fixture.database.execute("UPDATE \(fixture.tables.jobs) SET state = 'held'")
    try await fixture.database.execute("INSERT INTO \(fixture.tables.settings) (name, is_paused) VALUES ('ping', 1)")
    let release = { @Sendable in
      try await fixture.database.transaction { try await system.store.releaseHeld(in: $0) }
    }
    #expect(try await release())
    #expect(try await fixture.count("scheduled") == 1000, "of both functions together")
    #expect(try await !release())
    let held = try await fixture.rows("SELECT name FROM \(fixture.tables.jobs) WHERE state = 'held'")
    #expect(held.count == 600)
    #expect(try held.allSatisfy { try $0.get("name") == "ping" })
  }

  @Test func aFunctionThatTheHostDoesNotHaveIsPausedAndResumed() async throws {
    let fixture = try await Fixture()
    _ = try await fixture.queue(try fixture.system([ping])).enqueue(ping, Ping(number: 1))
    let host = try fixture.system([other])
    await #expect(throws: FunctionError.self) { try await host.setPaused(true, "typo") }
    _ = try await host.setPaused(true, "ping")
    #expect(try await fixture.count("held") == 1)
    // From here on only the settings have its name.
    try await fixture.database.execute("DELETE FROM \(fixture.tables.jobs)")
    _ = try await host.setPaused(false, "ping")
    #expect(try await host.store.pausedNames().isEmpty)
  }

  @Test func aRetryDuringAPauseIsHeldToo() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    _ = try await fixture.queue(system).enqueue(ping, Ping(number: 1))
    let job = try #require(try await system.claim().first)
    try await setPaused(true, system)
    #expect(try await system.end(job, .failed, .again(at: fixture.clock.now, usesAttempt: true)))
    #expect(try await system.claim().isEmpty)
    #expect(try await fixture.count("held") == 1)
  }

  @Test func aDeadJobThatIsRetriedDuringAPauseIsHeld() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    let job = try await fixture.queue(system).enqueue(ping, Ping(number: 1))
    _ = try await system.end(try #require(try await system.claim().first), .failed, .dead)
    try await setPaused(true, system)
    let retried = try await fixture.database.transaction {
      try await system.store.retry(job.id, attempts: { _ in 4 }, in: $0)
    }
    #expect(retried?.state == .held, "the command says so")
    #expect(try await system.claim().isEmpty)
    try await setPaused(false, system)
    #expect(try await system.claim().map(\.id) == [job.id])
  }

  @Test func aJobStartedByCommandRunsDuringAPause() async throws {
    let fixture = try await Fixture()
    let job = Job("tidy_up", every: "@daily") { _ in }
    let system = try fixture.system(jobs: [job])
    try await fixture.database.transaction { try await system.store.setPaused(true, "tidy_up", in: $0) }
    _ = try await system.start("tidy_up")
    let claimed = try await system.claim()
    #expect(claimed.map(\.name) == ["tidy_up"] && claimed.first?.trigger == .manual)
  }

  @Test func aListCountsAllRunningJobsBesideTheLastRun() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system(jobs: [Job("tidy_up", every: "@daily") { _ in }])
    _ = try await system.start("tidy_up")
    try await system.end(try #require(try await system.claim().first))
    for _ in 1...51 { _ = try await system.start("tidy_up") }
    #expect(try await system.claim().count == 51)
    let status = try #require(try await system.statuses().first)
    #expect(status.running == 51)
    #expect(status.last?.outcome == "completed")
  }

  @Test func aDeadJobThatIsRetriedHasNewAttempts() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    let enqueued = try await fixture.queue(system).enqueue(ping, Ping(number: 1))
    _ = try await system.end(try #require(try await system.claim().first), .failed, .dead)
    let retried = try await fixture.database.transaction {
      try await system.store.retry(enqueued.id, attempts: { _ in 4 }, in: $0)
    }
    #expect(retried?.name == "ping" && retried?.state == .available)
    let job = try #require(try await system.claim().first)
    #expect(job.attempt == 2 && job.maximumAttempts == 5)
    let running = try? await fixture.database.transaction {
      try await system.store.retry(enqueued.id, attempts: { _ in 4 }, in: $0)
    }
    #expect(running == nil, "one that runs is not tried again beside itself")
  }

  @Test func theHistoryIsFilteredAndPruned() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    for number in 1...30 {
      _ = try await fixture.queue(system).enqueue(ping, Ping(number: number))
      fixture.clock.advance(by: 60)
      let job = try #require(try await system.claim().first)
      _ = try await system.end(job, number % 3 == 0 ? .failed : .completed, number % 3 == 0 ? .dead : .finished)
    }
    var filter = HistoryFilter()
    filter.outcome = "failed"
    #expect(try await system.store.history(filter).count == 10)
    filter.outcome = "dead"
    #expect(try await system.store.history(filter).allSatisfy { $0.isDead && $0.outcome == "failed" })
    filter = HistoryFilter()
    filter.since = fixture.clock.now.addingTimeInterval(-60 * 4)
    #expect(try await system.store.history(filter).count == 5)
    filter.until = fixture.clock.now.addingTimeInterval(-60 * 2)
    filter.limit = 2
    #expect(try await system.store.history(filter).count == 2)

    #expect(try await system.store.pruneHistory(olderThan: .seconds(60 * 19), keeping: 100) == 10)
    #expect(try await system.store.pruneHistory(olderThan: .seconds(86_400), keeping: 7) == 13)
    #expect(try await system.store.history(HistoryFilter()).count == 7)
    #expect(try await fixture.count("dead") == 10, "jobs are no history")
  }
}
