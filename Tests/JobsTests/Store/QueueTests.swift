import Edge
import Foundation
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }
private struct Refusal: Error {}

private let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }.queued(attempts: 3)
private let once = Function("once", access: .serviceRole) { (_: Ping, _) in NoContent() }
  .queued { "number:\($0.number)" }
private let pair = Function("pair", access: .serviceRole) { (_: Ping, _) in NoContent() }.queued(concurrency: 2)

@Suite(.ownDatabases) struct QueueTests {
  @Test func aJobIsEnqueuedIfAndOnlyIfTheTransactionCommits() async throws {
    let fixture = try await Fixture()
    let queue = fixture.queue(try fixture.system([ping]))
    _ = try await queue.enqueue(ping, Ping(number: 1))
    await #expect(throws: Refusal.self) {
      try await fixture.database.transaction { transaction in
        _ = try await queue.enqueue(ping, Ping(number: 2), in: transaction)
        throw Refusal()
      }
    }
    #expect(try await fixture.count("available") == 1)
  }

  @Test func aClaimTakesLowPrioritiesFirstThenTheOldest() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    let queue = fixture.queue(system)
    for (number, priority) in [(1, 5), (2, 9), (3, 0), (4, 5)] {
      fixture.clock.advance(by: 1)
      _ = try await queue.enqueue(ping, Ping(number: number), priority: priority)
    }
    #expect(try await system.claim(3).map(\.payload) == [3, 1, 4].map { #"{"number":\#($0)}"# })
    #expect(try await system.claim(3).map(\.payload) == [#"{"number":2}"#])
    #expect(try await system.claim(3).isEmpty)
  }

  @Test func aJobScheduledForLaterIsClaimedThen() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    let due = fixture.clock.now.addingTimeInterval(60)
    _ = try await fixture.queue(system).enqueue(ping, Ping(number: 1), at: due)
    #expect(try await system.claim().isEmpty)
    #expect(try await system.store.outlook().next == due)
    fixture.clock.advance(by: 60)
    #expect(try await system.store.outlook().isWorkDue)
    let claimed = try await system.claim()
    #expect(claimed.count == 1 && claimed.first?.scheduledAt == due)
  }

  @Test func aKeyIsUniqueAmongUnfinishedJobs() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([once])
    let queue = fixture.queue(system)
    let first = try await queue.enqueue(once, Ping(number: 1))
    #expect(first.isNew)
    #expect(try await queue.enqueue(once, Ping(number: 1)) == EnqueuedJob(id: first.id, isNew: false))
    #expect(try await queue.enqueue(once, Ping(number: 2)).isNew)
    let claimed = try await system.claim()
    #expect(try await !queue.enqueue(once, Ping(number: 1)).isNew, "one that runs is unfinished")
    for job in claimed { #expect(try await system.end(job)) }
    #expect(try await queue.enqueue(once, Ping(number: 1)).isNew)
  }

  @Test func aDeadJobFreesItsKeyAndCannotBeRetriedBesideAnother() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([once])
    let queue = fixture.queue(system)
    let dead = try await queue.enqueue(once, Ping(number: 1))
    for job in try await system.claim() { _ = try await system.end(job, .failed, .dead) }
    let second = try await queue.enqueue(once, Ping(number: 1))
    #expect(second.isNew)
    await #expect(throws: FunctionError.self) {
      try await fixture.database.transaction { try await system.store.retry(dead.id, attempts: { _ in 1 }, in: $0) }
    }
    #expect(try await fixture.count("dead") == 1)
  }

  @Test func theConcurrencyLimitHoldsAndOtherFunctionsOvertake() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping, pair])
    let queue = fixture.queue(system)
    for number in 1...4 { _ = try await queue.enqueue(pair, Ping(number: number)) }
    fixture.clock.advance(by: 1)
    _ = try await queue.enqueue(ping, Ping(number: 5))
    let first = try await system.claim()
    #expect(first.map(\.name) == ["pair", "pair", "ping"])
    #expect(try await system.claim().isEmpty)
    _ = try await system.end(first[0])
    #expect(try await system.claim().map(\.name) == ["pair"])
  }

  @Test func aNewLimitAppliesToWaitingJobs() async throws {
    let fixture = try await Fixture()
    let unlimited = Function("pair", access: .serviceRole) { (_: Ping, _) in NoContent() }
    let old = try fixture.system([unlimited])
    for number in 1...3 { _ = try await fixture.queue(old).enqueue(unlimited, Ping(number: number)) }
    let new = try fixture.system([pair])
    try await new.arrange()
    #expect(try await new.claim().count == 2)
  }

  @Test func aNewLimitAppliesToManyWaitingJobsInPieces() async throws {
    let fixture = try await Fixture()
    let unlimited = Function("pair", access: .serviceRole) { (_: Ping, _) in NoContent() }
    let old = try fixture.system([unlimited])
    let jobs = try await fixture.queue(old).enqueueAll(unlimited, (1...1500).map(Ping.init))
    let new = try fixture.system([pair])
    func moved() async throws -> Int {
      try await fixture.rows("SELECT id FROM \(fixture.tables.jobs) WHERE lane = 'pair'").count
    }
    let end = try #require(try await new.store.arrange(new.registry.lanes, after: 0))
    #expect(end == jobs[999].id)
    #expect(try await moved() == 1000)
    #expect(try await new.store.arrange(new.registry.lanes, after: end) == nil)
    #expect(try await moved() == 1500)
  }

  @Test func aNewLimitAppliesToJobsOfAnEarlierVersion() async throws {
    let fixture = try await Fixture()
    let unlimited = Function("pair", access: .serviceRole) { (_: Ping, _) in NoContent() }
    let (old, new) = (try fixture.system([unlimited]), try fixture.system([ping, pair]))
    try await new.arrange()
    // A host without the limit enqueues into the shared lane.
    try await fixture.queue(old).enqueueAll(unlimited, (1...4).map(Ping.init))
    fixture.clock.advance(by: 1)
    _ = try await fixture.queue(new).enqueue(ping, Ping(number: 5))
    var claims: [[ClaimedJob]] = []
    for _ in 1...4 { claims.append(try await new.claim(3)) }
    #expect(claims.map { $0.map(\.name) } == [[], ["pair", "pair"], ["ping"], []])
    #expect(claims.joined().allSatisfy { $0.attempt == 1 })
    #expect(try await fixture.rows("SELECT id FROM \(fixture.tables.jobs) WHERE lane = 'pair'").count == 4)
  }

  @Test func aLaneThatIsGivenUpIsEmptiedInPieces() async throws {
    let fixture = try await Fixture()
    let old = try fixture.system([pair])
    try await fixture.queue(old).enqueueAll(pair, (1...1500).map(Ping.init))
    let empty = { @Sendable in
      try await fixture.database.transaction {
        try await old.store.emptyLanes(besides: [], of: ["pair"], in: $0)
      }
    }
    func left() async throws -> Int {
      try await fixture.rows("SELECT id FROM \(fixture.tables.jobs) WHERE lane <> ''").count
    }
    #expect(try await empty())
    #expect(try await left() == 500)
    #expect(try await !empty())
    #expect(try await left() == 0)
  }

  @Test func oversizedInputsAndInvalidPrioritiesAreRefused() async throws {
    let fixture = try await Fixture()
    let text = Function("text", access: .serviceRole) { (_: String, _) in NoContent() }.queued { $0 }
    let queue = fixture.queue(try fixture.system([ping, text]))
    await #expect(throws: FunctionError.self) { try await queue.enqueue(text, String(repeating: "a", count: 1 << 20)) }
    await #expect(throws: FunctionError.self) { try await queue.enqueue(text, String(repeating: "a", count: 256)) }
    await #expect(throws: FunctionError.self) { try await queue.enqueue(ping, Ping(number: 1), priority: 10) }
    await #expect(throws: FunctionError.self) { try await queue.enqueue(ping, Ping(number: 1), priority: -1) }
    #expect(try await fixture.count("available") == 0)
  }

  @Test func aKeyWithANULIsRefusedOnEachEngine() async throws {
    let text = Function("text", access: .serviceRole) { (_: String, _) in NoContent() }.queued { $0 }
    let day = Function("day", access: .serviceRole) { (_: String, _) in NoContent() }
      .queued(unique: .within(.seconds(60))) { $0 }
    let fixture = try await Fixture()
    let queue = fixture.queue(try fixture.system([text, day]))
    for function in [text, day] {
      let error = await #expect(throws: FunctionError.self) { try await queue.enqueue(function, "a\u{0}b") }
      #expect(error?.code == "VALIDATION_ERROR")
      #expect(error?.message == "The key of \(function.name) has the character U+0000, which no key may have")
    }
    #expect(try await fixture.count("available") == 0)
  }

  @Test func aClaimReadsOnlyItsIndex() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ping])
    let queue = fixture.queue(system)
    try await fixture.database.transaction { transaction in
      for number in 1...300 { _ = try await queue.enqueue(ping, Ping(number: number), in: transaction) }
    }
    let claim = try system.store.first(10)
    switch fixture.database.dialect {
    case .sqlite:
      let plan = try await fixture.rows("EXPLAIN QUERY PLAN \(claim)").map { try $0.get("detail", as: String.self) }
      #expect(plan == ["SEARCH swiftlet_jobs USING INDEX swiftlet_jobs_available (lane=?)"])
    case .postgres:
      let plan = try await fixture.database.transaction {
        try await $0.query("EXPLAIN (COSTS off) \(claim)")
      }.map { try $0.get("QUERY PLAN", as: String.self).trimmingCharacters(in: .whitespaces) }
      // The rows come in index order, so none is sorted, and rows of other lanes and states are not read.
      let scan = "->  Index Scan using jobs_available on jobs"
      #expect(Array(plan.prefix(4)) == ["Limit", "->  LockRows", scan, "Index Cond: (lane = ''::text)"])
    }
  }
}
