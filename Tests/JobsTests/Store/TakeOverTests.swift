import Edge
import Foundation
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }
private let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
private let other = Function("other", access: .serviceRole) { (_: Ping, _) in NoContent() }
private let pair = Function("pair", access: .serviceRole) { (_: Ping, _) in NoContent() }.queued(concurrency: 2)

/// Jobs whose host died: their count of lost leases, their lane, and the jobs that may start beside them.
@Suite(.ownDatabases) struct TakeOverTests {
  /// Lets a host claim all jobs and die.
  private func die(_ fixture: Fixture, _ system: JobSystem) async throws {
    try await system.announce()
    _ = try await system.claim(beside: JobsInHand())
    fixture.clock.advance(by: 31)
  }

  @Test func aJobIsDeadWhenThreeHostsHaveDiedUnderIt() async throws {
    let fixture = try await Fixture()
    let survivor = try fixture.system([ping])
    let job = try await fixture.queue(survivor).enqueue(ping, Ping(number: 1))
    var dead: [String] = []
    for _ in 1...3 {
      let host = try fixture.system([ping])
      dead.append(host.store.holder)
      try await die(fixture, host)
      #expect(try await survivor.takeOver().count == 1)
    }
    let runs = try await fixture.history(survivor)
    #expect(runs.map(\.outcome) == ["lost", "lost", "lost"])
    #expect(runs.map(\.isDead) == [false, false, true])
    #expect(runs.map(\.host) == dead)
    #expect(runs.map(\.takenOverFrom) == [nil, dead[0], dead[1]])
    #expect(runs.last?.error == "its host died while it ran: 3 times")
    #expect(try await fixture.count("dead") == 1)
    #expect(try await fixture.queue(survivor).status(job.id)?.state == .dead)
  }

  @Test func aHostThatShutsDownCountsNoLostLease() async throws {
    let fixture = try await Fixture()
    let survivor = try fixture.system([ping])
    _ = try await fixture.queue(survivor).enqueue(ping, Ping(number: 1))
    for _ in 1...5 {
      let host = try fixture.system([ping])
      try await host.announce()
      #expect(try await host.claim().count == 1)
      // The handler did not end within the grace period.
      try await host.store.leave()
      fixture.clock.advance(by: 31)
      try await survivor.takeOver()
    }
    #expect(try await fixture.count("dead") == 0)
    let row = try #require(try await fixture.rows("SELECT lost_leases, lane FROM \(fixture.tables.jobs)").first)
    #expect(try row.get("lost_leases") == 0 && row.get("lane") == "")
    #expect(try #require(try await survivor.claim().first).attempt == 6)
  }

  @Test func anIsolatedJobStartsWithoutOthersOfItsFunction() async throws {
    let fixture = try await Fixture()
    let (dying, survivor) = (try fixture.system([ping, other]), try fixture.system([ping, other]))
    let queue = fixture.queue(survivor)
    let suspect = try await queue.enqueue(ping, Ping(number: 1))
    try await die(fixture, dying)
    try await survivor.takeOver()
    for number in 2...4 {
      _ = try await queue.enqueue(ping, Ping(number: number))
      _ = try await queue.enqueue(other, Ping(number: number))
    }
    // Another job of its function runs: the isolated job waits, and no more jobs of the function start.
    var claim = try await survivor.claim(1, beside: JobsInHand(functions: ["ping"]))
    #expect(claim.jobs.map(\.name) == ["other"] && !claim.isWhole)
    // No other job of its function runs: it starts.
    claim = try await survivor.claim(beside: JobsInHand(functions: ["other"]))
    #expect(claim.jobs.first?.id == suspect.id)
    #expect(claim.jobs.map(\.isIsolated) == [true, false, false])
    #expect(claim.jobs.dropFirst().allSatisfy { $0.name == "other" })
    // While it runs, no other job of its function starts.
    #expect(try await survivor.claim(beside: JobsInHand(functions: ["ping"], isolated: "ping")).jobs.isEmpty)
    #expect(
      try await survivor.claim(beside: JobsInHand(lastIsolated: "ping")).jobs.map(\.name) == ["ping", "ping", "ping"])
  }

  @Test func jobsOfAnUnknownFunctionHideNoOtherJobs() async throws {
    let fixture = try await Fixture()
    let (dying, survivor) = (try fixture.system([ping, other]), try fixture.system([ping, other]))
    let (queue, store) = (fixture.queue(survivor), survivor.store)
    let suspect = try await queue.enqueue(ping, Ping(number: 1))
    try await die(fixture, dying)
    try await survivor.takeOver()
    // More than a query looks past while an isolated job runs.
    try await queue.enqueueAll(ping, (1...1500).map(Ping.init))
    fixture.clock.advance(by: 1)
    for number in 1...2 { _ = try await queue.enqueue(other, Ping(number: number)) }
    for hand in [JobsInHand(), JobsInHand(isolated: "third")] {
      let (isIsolatedWaiting, claim) = try await fixture.database.transaction { transaction in
        let staged = try await store.stage(excluding: ["ping"], in: transaction)
        let claim = try await store.claim(1, lanes: [], beside: hand, excluding: ["ping"], in: transaction)
        return (staged.isIsolatedWaiting, claim)
      }
      #expect(!isIsolatedWaiting)
      #expect(claim.jobs.map(\.name) == ["other"])
    }
    #expect(try await survivor.claim(1, beside: JobsInHand()).jobs.map(\.id) == [suspect.id])
  }

  @Test func aHostRunsOneIsolatedJobAtATimeAndOthersInBetween() async throws {
    let fixture = try await Fixture()
    let (dying, survivor) = (try fixture.system([ping]), try fixture.system([ping]))
    let queue = fixture.queue(survivor)
    for number in 1...2 { _ = try await queue.enqueue(ping, Ping(number: number)) }
    try await die(fixture, dying)
    try await survivor.takeOver()
    _ = try await queue.enqueue(ping, Ping(number: 3))
    var seen: [[Bool]] = []
    var hand = JobsInHand()
    for _ in 1...3 {
      let claim = try await survivor.claim(beside: hand)
      seen.append(claim.jobs.map(\.isIsolated))
      hand = JobsInHand(lastIsolated: claim.jobs.contains(where: \.isIsolated) ? "ping" : nil)
      for job in claim.jobs { try await survivor.end(job) }
    }
    #expect(seen == [[true], [false], [true]])
    // A second host runs another isolated job.
    for number in 1...2 { _ = try await queue.enqueue(ping, Ping(number: number)) }
    try await die(fixture, try fixture.system([ping]))
    try await survivor.takeOver()
    let second = try fixture.system([ping])
    #expect(try await survivor.claim(beside: JobsInHand()).jobs.count == 1)
    #expect(try await second.claim(beside: JobsInHand()).jobs.count == 1)
  }

  @Test func aTryThatUsesAnAttemptEndsTheIsolation() async throws {
    let fixture = try await Fixture()
    let (dying, survivor) = (try fixture.system([pair]), try fixture.system([pair]))
    _ = try await fixture.queue(survivor).enqueue(pair, Ping(number: 1))
    try await die(fixture, dying)
    try await survivor.takeOver()
    // It stays isolated: neither the start of a host nor the emptying of lanes moves it.
    try await survivor.arrange()
    let isMoreToMove = try await fixture.database.transaction { transaction in
      try await survivor.store.emptyLanes(besides: [], of: ["pair"], in: transaction)
    }
    #expect(!isMoreToMove)
    func end(_ outcome: RunOutcome, usesAttempt: Bool, lane: String?) async throws {
      let job = try #require(try await survivor.claim(beside: JobsInHand()).jobs.first)
      #expect(job.isIsolated)
      let run = EndedRun(
        id: job.id, fence: job.fence, outcome: outcome, error: nil, finishedAt: fixture.clock.now, milliseconds: 1,
        disposition: .again(at: fixture.clock.now, usesAttempt: usesAttempt), lane: lane)
      _ = try await fixture.database.transaction { try await survivor.store.end([run], in: $0) }
    }
    try await end(.interrupted, usesAttempt: false, lane: nil)
    try await end(.failed, usesAttempt: true, lane: "pair")
    let last = try #require(try await survivor.claim().first)
    #expect(!last.isIsolated)
    try await survivor.end(last)
    let runs = try await fixture.history(survivor)
    #expect(runs.map(\.outcome) == ["lost", "interrupted", "failed", "completed"])
    let dead = dying.store.holder
    #expect(runs.map(\.takenOverFrom) == [nil, dead, dead, nil])
  }

  @Test func anIsolatedJobCountsAgainstTheLimitOfItsFunction() async throws {
    let fixture = try await Fixture()
    let (dying, survivor) = (try fixture.system([pair]), try fixture.system([pair]))
    let queue = fixture.queue(survivor)
    _ = try await queue.enqueue(pair, Ping(number: 0))
    try await die(fixture, dying)
    try await survivor.takeOver()
    for number in 1...3 { _ = try await queue.enqueue(pair, Ping(number: number)) }
    // The limit is two: one more job may run on another host while the isolated job runs here.
    #expect(try await survivor.claim(beside: JobsInHand()).jobs.map(\.isIsolated) == [true])
    #expect(try await survivor.claim().count == 1)
    #expect(try await survivor.claim().isEmpty)
  }

  @Test func aHostOfAnEarlierVersionWorksOnTheseTables() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    let (jobs, runs, now) = (fixture.tables.jobs, fixture.tables.runs, fixture.clock.now)
    // The statements of version 2 of the tables.
    try await fixture.database.execute(
      """
      INSERT INTO \(jobs) (name, state, trigger, lane, priority, run_at, scheduled_at, payload, max_attempts, enqueued_at)
      VALUES ('ping', 'available', 'enqueue', '', 5, \(now), \(now), '{"number":1}', 3, \(now))
      """)
    try await fixture.database.execute(
      """
      UPDATE \(jobs) SET state = 'running', attempt = attempt + 1, fence = fence + 1, holder = 'old/1/x', lease_epoch = 'boot',
        lease_until = 0, started_at = \(now)
      """)
    // Each of the two hosts takes over the other's lost jobs.
    #expect(try await system.takeOver().count == 1)
    try await fixture.database.execute(
      """
      INSERT INTO \(runs) (job_id, name, trigger, attempt, scheduled_at, is_late, started_at, finished_at, duration_ms, outcome,
        error, next_run_at, is_dead, host)
      SELECT id, name, trigger, attempt, scheduled_at, is_late, started_at, \(now), 1, 'completed', NULL, NULL, 0, 'old/1/x'
      FROM \(jobs)
      """)
    try await fixture.database.execute("DELETE FROM \(jobs)")
    #expect(try await fixture.history(system).map(\.outcome) == ["lost", "completed"])
    #expect(try await fixture.history(system).map(\.origin) == [nil, nil])
  }
}
