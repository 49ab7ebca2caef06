import Edge
import Foundation
import Synchronization
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }
private struct Refusal: Error {}

private let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
private let once = Function("once", access: .serviceRole) { (_: Ping, _) in NoContent() }
  .queued { "number:\($0.number)" }
private let pair = Function("pair", access: .serviceRole) { (_: Ping, _) in NoContent() }.queued(concurrency: 2)

/// Hosts that do the same at the same time: serialized on SQLite, concurrent on Postgres.
@Suite(.ownDatabases, .timeLimit(.minutes(10))) struct RaceTests {
  /// Runs a body in several concurrent tasks, and returns their results.
  private func together<T: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> T
  ) async throws -> [T] {
    try await withThrowingTaskGroup(of: T.self) { group in
      for number in 0..<count { group.addTask { try await body(number) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func noTwoHostsClaimOneJob() async throws {
    let fixture = try await Fixture(connections: 8)
    let hosts = [try fixture.system([ping]), try fixture.system([ping])]
    let queue = fixture.queue(hosts[0])
    try await fixture.database.transaction { transaction in
      for number in 0..<400 { _ = try await queue.enqueue(ping, Ping(number: number), in: transaction) }
    }
    let claimed = try await together(8) { number in
      var own: [Int64] = []
      while true {
        let jobs = try await hosts[number % 2].claim(7)
        // Nothing is available: the remaining jobs are locked by the other host.
        if jobs.isEmpty { return own }
        own += jobs.map(\.id)
      }
    }.flatMap(\.self)
    #expect(claimed.count == 400)
    #expect(Set(claimed).count == 400)
    let rows = try await fixture.rows("SELECT id FROM \(fixture.tables.jobs) WHERE fence <> 1 OR attempt <> 1")
    #expect(rows.isEmpty)
  }

  @Test func aLimitHoldsForAllHostsTogether() async throws {
    let fixture = try await Fixture(connections: 8)
    let hosts = [try fixture.system([ping, pair]), try fixture.system([ping, pair])]
    let queue = fixture.queue(hosts[0])
    try await fixture.database.transaction { transaction in
      for number in 0..<40 {
        _ = try await queue.enqueue(pair, Ping(number: number), in: transaction)
        _ = try await queue.enqueue(ping, Ping(number: number), in: transaction)
      }
    }
    var ended = 0
    for _ in 0..<100 where ended < 40 {
      let claimed = try await together(6) { try await hosts[$0 % 2].claim(3).filter { $0.name == "pair" } }.flatMap(
        \.self)
      #expect(claimed.count <= 2)
      let running = try await fixture.rows(
        "SELECT id FROM \(fixture.tables.jobs) WHERE name = 'pair' AND state = 'running'")
      #expect(running.count == claimed.count)
      for job in claimed { ended += try await hosts[0].end(job) ? 1 : 0 }
    }
    #expect(ended == 40)
  }

  @Test func twoHostsDecideEachTickOnce() async throws {
    let fixture = try await Fixture(connections: 8)
    let jobs = (0..<20).map { Job("beat_\($0)", every: "* * * * *", overlap: .allow) { _ in } }
    let hosts = try await together(4) { _ in
      let system = try fixture.system(jobs: jobs)
      let scheduler = system.scheduler()
      try await scheduler.register()
      return (system.registry.scheduled, scheduler)
    }
    for minute in 1...5 {
      fixture.clock.advance(by: 60)
      _ = try await together(4) { number in
        var watch = ScheduleWatch(hosts[number].0, since: fixture.clock.now.addingTimeInterval(-60))
        try await hosts[number].1.fire(&watch)
      }
      #expect(try await fixture.rows("SELECT id FROM \(fixture.tables.jobs)").count == 20 * minute)
      let ticks = try await fixture.rows("SELECT DISTINCT name, scheduled_at FROM \(fixture.tables.jobs)")
      #expect(ticks.count == 20 * minute)
    }
    #expect(try await fixture.rows("SELECT id FROM \(fixture.tables.runs)").isEmpty, "none was left out")
  }

  @Test func aConcurrentEndAndTakeOverAreOneEnd() async throws {
    let fixture = try await Fixture(connections: 8)
    let (old, new) = (try fixture.system([ping]), try fixture.system([ping]))
    let queue = fixture.queue(old)
    try await fixture.database.transaction { transaction in
      for number in 0..<40 { _ = try await queue.enqueue(ping, Ping(number: number), in: transaction) }
    }
    let jobs = try await old.claim()
    fixture.clock.advance(by: 31)
    let accepted = try await together(80) { number -> Bool in
      let job = jobs[number / 2]
      guard !number.isMultiple(of: 2) else { return try await old.end(job) }
      return try await new.store.transaction { transaction in
        let lost = try await new.store.lost(in: transaction).filter { $0.id == job.id }
        let runs = lost.map {
          EndedRun(
            id: $0.id, fence: $0.fence, outcome: .lost, error: nil, finishedAt: fixture.clock.now, milliseconds: nil,
            disposition: .again(at: fixture.clock.now, usesAttempt: true))
        }
        return try await !new.store.end(runs, in: transaction).isEmpty
      }
    }
    #expect(accepted.filter(\.self).count == 40, "each job ended once")
    let ends = try await fixture.rows("SELECT job_id FROM \(fixture.tables.runs)")
    #expect(ends.count == 40)
    #expect(Set(try ends.map { try $0.get("job_id", as: Int64.self) }).count == 40)
    // The job that was taken over is claimed again, and its old end is refused.
    let again = try await new.claim()
    for job in again { #expect(try await !old.end(try #require(jobs.first { $0.id == job.id }))) }
    #expect(try await fixture.rows("SELECT id FROM \(fixture.tables.jobs)").count == again.count)
  }

  @Test func oneKeyInManyTransactionsIsOneJob() async throws {
    let fixture = try await Fixture(connections: 16)
    let queue = fixture.queue(try fixture.system([once]))
    for number in 1...5 {
      let jobs = try await together(16) { _ in
        try await fixture.database.transaction { try await queue.enqueue(once, Ping(number: number), in: $0) }
      }
      #expect(jobs.filter(\.isNew).count == 1)
      #expect(Set(jobs.map(\.id)).count == 1)
    }
    #expect(try await fixture.count("available") == 5)
  }

  @Test func aKeyThatIsFreedConcurrentlyCanBeTaken() async throws {
    let fixture = try await Fixture(connections: 16)
    let system = try fixture.system([once])
    let queue = fixture.queue(system)
    // Every enqueue succeeds, independent of the state of the job that has the key.
    let jobs = try await together(16) { number in
      if number.isMultiple(of: 4) {
        for job in try await system.claim(1) { try await system.end(job) }
      }
      return try await queue.enqueue(once, Ping(number: 1))
    }
    #expect(jobs.contains { $0.isNew })
    #expect(try await fixture.rows("SELECT id FROM \(fixture.tables.jobs)").count <= 1)
  }

  // With one writer a resumption is before or after the other transaction.
  @Test(.onPostgres) func aJobThatIsEnqueuedWhileItsFunctionIsResumedIsReleased() async throws {
    let fixture = try await Fixture(connections: 4)
    let system = try fixture.system([ping])
    let queue = fixture.queue(system)
    let setPaused = { @Sendable (isPaused: Bool) in
      try await fixture.database.transaction { try await system.store.setPaused(isPaused, "ping", in: $0) }
    }
    try await setPaused(true)
    try await fixture.database.transaction { transaction in
      _ = try await queue.enqueue(ping, Ping(number: 1), in: transaction)
      try await Task.detached { try await setPaused(false) }.value
    }
    #expect(try await fixture.count("held") == 1)
    let release = { @Sendable in
      try await fixture.database.transaction { try await system.store.releaseHeld(in: $0) }
    }
    #expect(try await !release(), "there are no more")
    #expect(try await system.claim().count == 1)
    // A paused function's jobs stay.
    try await setPaused(true)
    _ = try await queue.enqueue(ping, Ping(number: 2))
    #expect(try await !release())
    #expect(try await fixture.count("held") == 1)
  }

  // With one writer a pause is before or after the other transaction.
  @Test(.onPostgres) func aJobThatIsEnqueuedWhileItsFunctionIsPausedDoesNotStart() async throws {
    let fixture = try await Fixture(connections: 4)
    let system = try fixture.system([ping])
    let queue = fixture.queue(system)
    try await fixture.database.transaction { transaction in
      _ = try await queue.enqueue(ping, Ping(number: 1), in: transaction)
      try await Task.detached {
        try await fixture.database.transaction { try await system.store.setPaused(true, "ping", in: $0) }
      }.value
    }
    #expect(try await fixture.count("available") == 1, "the pause did not see it")
    #expect(try await system.claim().isEmpty)
    #expect(try await fixture.count("held") == 1)
  }

  // With one writer no transaction has locked a job of another.
  @Test(.onPostgres) func aDueJobThatAnotherTransactionHasLockedIsNotTheNextOne() async throws {
    let fixture = try await Fixture(connections: 4)
    let system = try fixture.system([ping])
    let due = fixture.clock.now.addingTimeInterval(10)
    _ = try await fixture.queue(system).enqueue(ping, Ping(number: 1), at: due)
    let stage = { @Sendable in
      try await fixture.database.transaction { try await system.store.stage(in: $0) }
    }
    #expect(try await stage().next == due)
    fixture.clock.advance(by: 20)
    let staged = try await fixture.database.transaction { transaction in
      _ = try await transaction.query("SELECT id FROM \(fixture.tables.jobs)\(fixture.tables.lock)")
      return try await Task.detached { try await stage() }.value
    }
    #expect(staged.count == 0 && staged.next == nil)
    #expect(try await stage().count == 1)
  }

  // With one writer no transaction waits for another's key.
  @Test(.onPostgres) func aWaiterForAKeyGetsItAfterARollback() async throws {
    let fixture = try await Fixture(connections: 4)
    let queue = fixture.queue(try fixture.system([once]))
    let second = Mutex<Task<EnqueuedJob, any Error>?>(nil)
    await #expect(throws: Refusal.self) {
      try await fixture.database.transaction { transaction in
        _ = try await queue.enqueue(once, Ping(number: 1), in: transaction)
        second.withLock { $0 = Task { try await queue.enqueue(once, Ping(number: 1)) } }
        // Polls until the other transaction waits for this one. `pg_stat_activity` cannot be used, because a
        // transaction caches it.
        let waiting: SQL = """
          SELECT 1 AS it FROM pg_locks waiting JOIN pg_locks held USING (pid)
            JOIN pg_database ON pg_database.oid = held.database
          WHERE waiting.locktype = 'transactionid' AND NOT waiting.granted AND datname = current_database()
          """
        while try await transaction.query(waiting).isEmpty { await Task.yield() }
        throw Refusal()
      }
    }
    let job = try await second.withLock { $0 }?.value
    #expect(job?.isNew == true)
    #expect(try await fixture.count("available") == 1)
  }

  // With one writer no transaction waits for another's key.
  @Test(.onPostgres) func batchesWithCrossedKeysDoNotDeadlock() async throws {
    let fixture = try await Fixture(connections: 4)
    let queue = fixture.queue(try fixture.system([once]))
    let batches = Mutex<[Task<[EnqueuedJob], any Error>]>([])
    try await fixture.database.transaction { transaction in
      _ = try await queue.enqueue(once, Ping(number: 2), in: transaction)
      let pings = [1, 2, 3].map(Ping.init)
      for pings in [pings, pings.reversed()] {
        let batch = Task { try await queue.enqueueAll(once, pings) }
        batches.withLock { $0.append(batch) }
      }
      // Polls until both wait: for the middle key, or one for the other's first.
      let waiting: SQL = """
        SELECT DISTINCT waiting.pid FROM pg_locks waiting JOIN pg_locks held USING (pid)
          JOIN pg_database ON pg_database.oid = held.database
        WHERE waiting.locktype = 'transactionid' AND NOT waiting.granted AND datname = current_database()
        """
      while try await transaction.query(waiting).count < 2 { await Task.yield() }
    }
    var ids: [[Int64]] = []
    for batch in batches.withLock({ $0 }) { ids.append(try await batch.value.map(\.id)) }
    #expect(ids.count == 2 && ids[0] == Array(ids[1].reversed()))
    #expect(try await fixture.count("available") == 3)
  }
}
