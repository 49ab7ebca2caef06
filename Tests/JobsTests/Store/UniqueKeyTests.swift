import Edge
import Foundation
import Testing

@testable import Jobs

private struct Digest: Codable, Sendable { let day: Int }

@Suite(.ownDatabases) struct UniqueKeyTests {
  private func digest(_ states: Set<JobState>) -> Function<ServiceAccess, Digest> {
    Function("digest", access: .serviceRole) { (_: Digest, _) in NoContent() }
      .queued(unique: .within(.seconds(86_400), states: states)) { "day \($0.day)" }
  }

  @Test func enqueuingADigestTwiceGivesOneSetOfJobs() async throws {
    let fixture = try await Fixture()
    let digest = digest([.completed])
    let system = try fixture.system([digest])
    let queue = fixture.queue(system)
    let days = (1...50).map(Digest.init)
    let first = try await queue.enqueueAll(digest, days)
    #expect(first.allSatisfy(\.isNew) && first.count == 50)
    for job in try await system.claim() { try await system.end(job) }
    let second = try await queue.enqueueAll(digest, days)
    #expect(second.map(\.id) == first.map(\.id) && !second.contains { $0.isNew })
    #expect(try await fixture.rows("SELECT id FROM \(fixture.tables.jobs)").isEmpty)
    fixture.clock.advance(by: 86_401)
    #expect(try await queue.enqueue(digest, Digest(day: 1)).isNew, "the period is over")
  }

  @Test func onlyTheSelectedOutcomesKeepTheKey() async throws {
    for (outcome, disposition, state) in [
      (RunOutcome.completed, Disposition.finished, JobState.completed), (.failed, .dead, .dead),
      (.discarded, .finished, .discarded), (.cancelled, .finished, .cancelled),
    ] {
      for isNamed in [true, false] {
        let fixture = try await Fixture()
        let all: Set<JobState> = [.completed, .dead, .discarded, .cancelled]
        let digest = digest(isNamed ? [state] : all.subtracting([state]))
        let system = try fixture.system([digest])
        let queue = fixture.queue(system)
        let first = try await queue.enqueue(digest, Digest(day: 1))
        #expect(try await !queue.enqueue(digest, Digest(day: 1)).isNew, "it waits")
        let job = try #require(try await system.claim().first)
        #expect(try await !queue.enqueue(digest, Digest(day: 1)).isNew, "it runs")
        _ = try await system.end(job, outcome, disposition)
        let second = try await queue.enqueue(digest, Digest(day: 1))
        #expect(second.isNew != isNamed, "\(state)")
        #expect(try await queue.enqueue(digest, Digest(day: 1)).id == (isNamed ? first : second).id)
      }
    }
  }

  @Test func aJobThatWasCancelledOnAHostThatDiedDoesNotCountAsCompleted() async throws {
    let fixture = try await Fixture()
    let digest = digest([.completed])
    let (dying, survivor) = (try fixture.system([digest]), try fixture.system([digest]))
    let queue = fixture.queue(survivor)
    let first = try await queue.enqueue(digest, Digest(day: 1))
    try await dying.announce()
    #expect(try await dying.claim().count == 1)
    _ = try await fixture.database.transaction {
      try await survivor.store.cancel(first.id, because: "test", in: $0)
    }
    fixture.clock.advance(by: 31)
    #expect(try await survivor.takeOver().count == 1)
    #expect(try await queue.status(first.id)?.state == .cancelled)
    #expect(try await fixture.history(survivor).map(\.outcome) == ["cancelled"])
    #expect(try await queue.enqueue(digest, Digest(day: 1)).isNew)
  }

  @Test func anUnfinishedJobKeepsItsKeyBeyondThePeriod() async throws {
    let fixture = try await Fixture()
    let digest = digest([.completed])
    let queue = fixture.queue(try fixture.system([digest]))
    let first = try await queue.enqueue(digest, Digest(day: 1))
    fixture.clock.advance(by: 86_401 * 3)
    #expect(try await queue.enqueue(digest, Digest(day: 1)) == EnqueuedJob(id: first.id, isNew: false))
  }

  @Test func aRolledBackTransactionTakesNoKey() async throws {
    struct Refusal: Error {}
    let fixture = try await Fixture()
    let digest = digest([.completed])
    let queue = fixture.queue(try fixture.system([digest]))
    await #expect(throws: Refusal.self) {
      try await fixture.database.transaction { transaction in
        _ = try await queue.enqueue(digest, Digest(day: 1), in: transaction)
        throw Refusal()
      }
    }
    #expect(try await queue.enqueue(digest, Digest(day: 1)).isNew)
  }

  @Test func concurrentTransactionsWithOneKeyGiveOneJob() async throws {
    let fixture = try await Fixture(connections: 12)
    let digest = digest([.completed])
    let queue = fixture.queue(try fixture.system([digest]))
    for day in 1...5 {
      let jobs = try await withThrowingTaskGroup(of: EnqueuedJob.self) { group in
        for _ in 0..<12 { group.addTask { try await queue.enqueue(digest, Digest(day: day)) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(jobs.count(where: \.isNew) == 1 && Set(jobs.map(\.id)).count == 1)
    }
  }

  @Test func expiredKeysAreDeletedWithTheHistory() async throws {
    let fixture = try await Fixture()
    let digest = digest([.completed])
    let system = try fixture.system([digest])
    _ = try await fixture.queue(system).enqueue(digest, Digest(day: 1))
    fixture.clock.advance(by: 50_000)
    _ = try await fixture.queue(system).enqueue(digest, Digest(day: 2))
    fixture.clock.advance(by: 50_000)
    #expect(try await system.store.pruneHistory(olderThan: .seconds(1), keeping: 10) == 0)
    let keys = try await fixture.rows("SELECT unique_key FROM \(fixture.tables.keys)")
    #expect(try keys.map { try $0.get("unique_key", as: String.self) } == ["day 2"])
  }

  @Test func aKeyIsReadByItsIndex() async throws {
    let fixture = try await Fixture()
    let key = try fixture.system().store.unfinished("digest", withKey: "day 1")
    switch fixture.database.dialect {
    case .sqlite:
      let plan = try await fixture.rows("EXPLAIN QUERY PLAN \(key)").map { try $0.get("detail", as: String.self) }
      #expect(plan == ["SEARCH swiftlet_jobs USING INDEX swiftlet_jobs_keys (name=? AND unique_key=?)"])
    case .postgres:
      let plan = try await fixture.database.transaction { transaction in
        // Postgres would scan the empty table of a test.
        try await transaction.execute("SET LOCAL enable_seqscan = off")
        try await transaction.execute("SET LOCAL enable_bitmapscan = off")
        return try await transaction.query("EXPLAIN (COSTS off) \(key)").map {
          try $0.get("QUERY PLAN", as: String.self)
        }
      }
      #expect(plan.first == "Index Scan using jobs_keys on jobs", "\(plan)")
    }
  }
}
