import Edge
import Foundation
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }
private let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
  .queued(attempts: 2, backOff: BackOff(base: .zero))

@Suite(.ownDatabases) struct LeaseTests {
  /// Two hosts on one database, and a job that the first has claimed.
  private func hosts() async throws -> (Fixture, JobSystem, JobSystem, ClaimedJob) {
    let fixture = try await Fixture()
    let (one, two) = (try fixture.system([ping]), try fixture.system([ping]))
    _ = try await fixture.queue(one).enqueue(ping, Ping(number: 1))
    return (fixture, one, two, try #require(try await one.claim().first))
  }

  private func rescue(_ system: JobSystem) async throws -> [LostJob] {
    try await system.store.database.transaction { transaction in
      let lost = try await system.store.lost(in: transaction)
      _ = try await system.store.end(
        lost.map {
          EndedRun(
            id: $0.id, fence: $0.fence, outcome: .lost, error: nil, finishedAt: system.store.clock.now,
            milliseconds: nil, disposition: .again(at: system.store.clock.now, usesAttempt: true))
        }, in: transaction)
      return lost
    }
  }

  @Test func aLongRunningJobIsNeverTakenOver() async throws {
    let (fixture, one, two, _) = try await hosts()
    for _ in 1...10 {
      fixture.clock.advance(by: 29)
      #expect(try await fixture.database.transaction { try await one.store.renew(in: $0) }.count == 1)
      #expect(try await rescue(two).isEmpty)
    }
  }

  @Test func anExpiredLeaseIsTakenOverAndItsOldEndRefused() async throws {
    let (fixture, one, two, old) = try await hosts()
    fixture.clock.advance(by: 31)
    #expect(try await two.store.outlook().isLeaseOver)
    #expect(try await rescue(two).map(\.id) == [old.id])
    let new = try #require(try await two.claim().first)
    #expect(new.fence == old.fence + 1 && new.attempt == 2)
    #expect(try await !one.end(old), "the old fence")
    #expect(try await fixture.database.transaction { try await one.store.renew(in: $0) }.isEmpty)
    #expect(try await two.end(new))
    #expect(try await fixture.history(two).map(\.outcome) == ["lost", "completed"])
    #expect(try await fixture.history(two).map(\.attempt) == [1, 2])
  }

  // With one writer no transaction has locked a job of another.
  @Test(.onPostgres) func aLockedJobKeepsNoOtherLeaseFromBeingRenewed() async throws {
    let (fixture, one, two, first) = try await hosts()
    _ = try await fixture.queue(one).enqueue(ping, Ping(number: 2))
    let second = try #require(try await one.claim().first)
    fixture.clock.advance(by: 20)
    let renew = { @Sendable in
      try await fixture.database.transaction { try await one.store.renew(in: $0) }
    }
    // As a handler does that cancels a job in a long transaction.
    let leases = try await fixture.database.transaction { transaction in
      try await one.store.cancel(first.id, because: "test", in: transaction)
      return try await Task.detached { try await renew() }.value
    }
    #expect(leases.filter(\.isRenewed).map(\.id) == [second.id])
    #expect(Set(leases.map(\.id)) == [first.id, second.id], "no lease was lost")
    fixture.clock.advance(by: 9)
    let later = try await renew()
    #expect(later.allSatisfy(\.isRenewed) && later.contains { $0.id == first.id && $0.isCancelled })
    fixture.clock.advance(by: 29)
    #expect(try await rescue(two).isEmpty)
  }

  @Test func stepsOfTheWallClockDoNotEndLeases() async throws {
    let (fixture, one, two, job) = try await hosts()
    fixture.clock.step(by: 3600)
    #expect(try await rescue(two).isEmpty)
    fixture.clock.step(by: -7200)
    #expect(try await rescue(two).isEmpty)
    #expect(try await one.end(job))
  }

  @Test func aRestartOfTheMachineEndsLeases() async throws {
    let (fixture, _, two, job) = try await hosts()
    try await fixture.database.execute("UPDATE \(fixture.tables.jobs) SET lease_epoch = 'an earlier start'")
    #expect(try await rescue(two).map(\.id) == [job.id])
  }

  @Test func idsAreNeverReused() async throws {
    let (fixture, one, _, old) = try await hosts()
    #expect(try await one.end(old))
    let next = try await fixture.queue(one).enqueue(ping, Ping(number: 2))
    #expect(next.id > old.id)
    _ = try await one.claim()
    #expect(try await !one.end(old))
  }

  @Test func aJobThatIsGivenBackAndWasCancelledMeanwhileDoesNotRun() async throws {
    let (fixture, one, two, job) = try await hosts()
    let other = try await fixture.queue(one).enqueue(ping, Ping(number: 2))
    _ = try await one.claim()
    let leases = try await fixture.database.transaction { transaction in
      #expect(try await two.store.cancel(job.id, because: "test", in: transaction) == .cancelling)
      let leases = try await one.store.renew(in: transaction)
      try await one.store.giveBack(leases, in: transaction)
      return leases
    }
    #expect(leases.count == 2)
    #expect(try await two.claim().map(\.id) == [other.id])
    let ended = try await fixture.rows("SELECT job_id, outcome FROM \(fixture.tables.runs)")
    #expect(try ended.map { try $0.get("job_id", as: Int64.self) } == [job.id])
    #expect(try ended.first?.get("outcome") == "cancelled")
  }

  @Test func cancellingEndsWaitingJobsAtOnceAndMarksRunningOnes() async throws {
    let (fixture, one, two, running) = try await hosts()
    let waiting = try await fixture.queue(one).enqueue(ping, Ping(number: 2))
    let results = try await fixture.database.transaction { transaction in
      [
        try await two.store.cancel(waiting.id, because: "test", in: transaction),
        try await two.store.cancel(running.id, because: "test", in: transaction),
        try await two.store.cancel(999, because: "test", in: transaction),
      ]
    }
    #expect(results == [.cancelled, .cancelling, .notFound])
    let leases = try await fixture.database.transaction { try await one.store.renew(in: $0) }
    #expect(leases == [HeldLease(id: running.id, fence: running.fence, isCancelled: true)])
    // It failed, but a cancelled job does not run again.
    #expect(try await one.end(running, .failed, .again(at: fixture.clock.now, usesAttempt: true)))
    #expect(try await fixture.rows("SELECT id FROM \(fixture.tables.jobs)").isEmpty)
    #expect(try await fixture.history(one).map(\.outcome) == ["cancelled", "cancelled"])
  }
}
