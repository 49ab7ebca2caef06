import Edge
import Engines
import Foundation
import SwiftletTesting
import Testing

@testable import Jobs

private struct Ping: Codable, Sendable { let number: Int }

private let ping = Function("ping", access: .serviceRole) { (_: Ping, _) in NoContent() }
private let pair = Function("pair", access: .serviceRole) { (_: Ping, _) in NoContent() }.queued(concurrency: 50)

/// After a vacuum of an empty queue Postgres estimates that its pages have no rows, so every plan seems cheap. The
/// statements of the queue must still use the index.
@Suite(.ownDatabases, .onPostgres) struct QueuePlanTests {
  /// The size of the queue when the server makes the plans that it keeps.
  enum Planning: CaseIterable { case whileTheQueueIsSmall, whileItIsLarge }

  /// The number of jobs of each kind.
  private static let count = 20_000
  /// The largest number of rows that a statement about fifty jobs may read: some hundreds, and dead rows of earlier
  /// jobs until they are vacuumed.
  private static let limit = count / 2

  @Test(arguments: Planning.allCases) func noStatementReadsTheWholeQueue(_ planning: Planning) async throws {
    // The server keeps plans for each connection.
    let fixture = try await Fixture(connections: 1)
    let system = try fixture.system([ping, pair])
    try await vacuumWhileEmpty(fixture, system)
    try await fixture.database.transaction { try await Self.setPaused(true, fixture, $0) }
    if planning == .whileTheQueueIsSmall {
      try await fill(fixture, 16)
      _ = try await measurements(of: 1, fixture, system)
    }
    try await fill(fixture, Self.count)
    for (statement, read) in try await measurements(of: 50, fixture, system) {
      #expect(read > 50 && read <= Self.limit, "\(statement) reads \(read) rows")
    }
  }

  private func vacuumWhileEmpty(_ fixture: Fixture, _ system: JobSystem) async throws {
    try await fixture.database.execute("ALTER TABLE \(fixture.tables.jobs) SET (autovacuum_enabled = off)")
    _ = try await fixture.queue(system).enqueue(ping, Ping(number: 0))
    for job in try await system.claim() { try await system.end(job) }
    // A busy queue keeps its pages, because a vacuum does not get the lock to truncate them.
    try await PostgresOptions(url: #require(fixture.url)).runAlone("VACUUM (TRUNCATE off) \(fixture.tables.jobs)")
    let belief = try await fixture.rows(
      "SELECT relpages, reltuples FROM pg_class WHERE oid = 'swiftlet.jobs'::regclass AND relpages > 0 AND reltuples = 0"
    )
    #expect(belief.count == 1)
  }

  /// Pauses or resumes the function `paused`, without its jobs.
  private static func setPaused(_ isPaused: Bool, _ fixture: Fixture, _ transaction: Transaction) async throws {
    try await transaction.execute(
      """
      INSERT INTO \(fixture.tables.settings) (name, is_paused) VALUES ('paused', \(isPaused))
      ON CONFLICT (name) DO UPDATE SET is_paused = excluded.is_paused
      """)
  }

  /// Adds `count` available jobs, `count` in a lane, `count` scheduled ones, a hundred for each second, and `count` held
  /// ones of a paused function.
  private func fill(_ fixture: Fixture, _ count: Int) async throws {
    try await fixture.database.execute(
      """
      INSERT INTO \(fixture.tables.jobs)
        (name, state, trigger, lane, priority, run_at, scheduled_at, payload, max_attempts, enqueued_at)
      SELECT name, state, 'enqueue', lane, 5, at, at, '', 3, at
      FROM generate_series(1, \(count)) AS n,
        LATERAL (SELECT CAST(\(fixture.clock.now) AS timestamptz) + n * interval '10 milliseconds' AS at) AS due,
        (VALUES ('ping', '', 'available'), ('pair', 'pair', 'available'), ('ping', '', 'scheduled'),
          ('paused', '', 'held')) AS job (name, lane, state)
      """)
  }

  /// Runs each statement often enough for the server to keep a plan, and returns the largest number of rows that each
  /// has read.
  private func measurements(of count: Int, _ fixture: Fixture, _ system: JobSystem) async throws -> [String: Int] {
    var most: [String: Int] = [:]
    for _ in 0..<8 {
      fixture.clock.advance(by: 0.5)
      most.merge(try await measurement(of: count, fixture, system), uniquingKeysWith: max)
    }
    return most
  }

  private func measurement(of count: Int, _ fixture: Fixture, _ system: JobSystem) async throws -> [String: Int] {
    let (store, clock) = (system.store, fixture.clock)
    var reads: [String: Int] = [:]
    /// In a separate transaction, so that it does not depend on settings of another statement.
    func measure<T: Sendable>(
      _ name: String, afterStaging: Bool = false, _ body: @escaping @Sendable (Transaction) async throws -> T
    ) async throws -> T {
      let (value, read) = try await fixture.database.transaction { transaction in
        if afterStaging { _ = try await store.stage(in: transaction) }
        let before = try await Self.read(transaction)
        let value = try await body(transaction)
        return (value, try await Self.read(transaction) - before)
      }
      reads[name] = read
      return value
    }
    @Sendable func end(_ jobs: [ClaimedJob], _ disposition: Disposition, _ transaction: Transaction) async throws {
      let runs = jobs.map { job in
        EndedRun(
          id: job.id, fence: job.fence, outcome: .completed, error: nil, finishedAt: clock.now, milliseconds: 1,
          disposition: disposition)
      }
      #expect(try await store.end(runs, in: transaction).count == count)
    }

    try await measure("staging") { _ = try await store.stage(in: $0) }
    let claimed = try await measure("a claim") { try await store.claim(count, lanes: [], in: $0).jobs }
    let recent = try await measure("a claim from an instant on") { transaction in
      try await store.claim(
        count, lanes: [], since: Array(repeating: Date(timeIntervalSince1970: 0), count: 10), in: transaction
      ).jobs
    }
    let known = try await measure("a claim without unknown functions") { transaction in
      try await store.claim(count, lanes: [], excluding: ["gone"], in: transaction).jobs
    }
    // A claim in lanes depends on the settings of the staging that precedes it.
    let limited = try await measure("a claim in lanes", afterStaging: true) {
      try await store.claim(count, lanes: system.registry.lanes, in: $0).jobs
    }
    try await measure("giving back") { transaction in
      let leases = (recent + known).map { HeldLease(id: $0.id, fence: $0.fence, isCancelled: false) }
      try await store.giveBack(leases, in: transaction)
    }
    try await measure("an end") { try await end(claimed, .finished, $0) }
    let later = Disposition.again(at: clock.now.addingTimeInterval(3600), usesAttempt: true)
    try await measure("an end with another try") { try await end(limited, later, $0) }
    // Jobs of transactions that committed after the resumption of their function.
    try await fixture.database.execute(
      """
      INSERT INTO \(fixture.tables.jobs)
        (name, state, trigger, lane, priority, run_at, scheduled_at, payload, max_attempts, enqueued_at)
      SELECT 'resumed', 'held', 'enqueue', '', 5, at, at, '', 3, at
      FROM generate_series(1, \(count)),
        (SELECT CAST(\(fixture.clock.now) AS timestamptz) + interval '1 hour' AS at) AS later
      """)
    let isMoreHeld = try await measure("a release of held jobs") { try await store.releaseHeld(in: $0) }
    #expect(!isMoreHeld)
    // The last held jobs, so that the piece of the resumption is small.
    let held = try await fixture.rows(
      "SELECT id FROM \(fixture.tables.jobs) WHERE name = 'paused' AND state = 'held' ORDER BY id DESC LIMIT \(count + 1)"
    )
    let before: Int64 = try #require(held.last).get("id")
    try await measure("a resumption") { transaction in
      try await Self.setPaused(false, fixture, transaction)
      _ = try await store.moveWaiting(of: "paused", isPaused: false, after: before, in: transaction)
      try await Self.setPaused(true, fixture, transaction)
    }
    return reads
  }

  /// The number of rows and index entries of the queue that the transaction has read so far.
  private static func read(_ transaction: Transaction) async throws -> Int {
    let row = try await transaction.first(
      """
      SELECT CAST(sum(pg_stat_get_xact_tuples_returned(id)) AS bigint) AS read FROM (
        SELECT 'swiftlet.jobs'::regclass AS id
        UNION ALL SELECT indexrelid FROM pg_index WHERE indrelid = 'swiftlet.jobs'::regclass) AS relations
      """)
    return try #require(row).get("read")
  }
}
