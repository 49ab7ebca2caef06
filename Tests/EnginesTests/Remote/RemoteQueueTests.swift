import Database
import Edge
import Engines
import Foundation
import Synchronization
import Testing
import Worker

/// A worker's uses of the queue and of the accounts, which reach the host's.
@Suite(.timeLimit(.minutes(10))) struct RemoteQueueTests {
  /// A queue that keeps what it is asked, in the transaction's table as well.
  private final class Queue: QueueEngine {
    let jobs = Mutex<[NewJob]>([])
    let pruned = Mutex<[String]>([])

    func enqueue(_ jobs: [NewJob], in transaction: Transaction) async throws -> [EnqueuedJob] {
      self.jobs.withLock { $0 += jobs }
      var enqueued: [EnqueuedJob] = []
      for (index, job) in jobs.enumerated() {
        try await transaction.execute("INSERT INTO t VALUES (\(job.payload.count))")
        enqueued.append(EnqueuedJob(id: Int64(job.payload.count), isNew: index == 0))
      }
      return enqueued
    }

    func status(of id: Int64) async throws -> JobStanding? {
      guard id == 7 else { return nil }
      return JobStanding(
        id: id, function: "f", state: .running, attempt: 3, scheduledAt: Date(timeIntervalSince1970: 86_400),
        error: "late")
    }

    func cancel(_ id: Int64, in transaction: Transaction) async throws -> CancelResult {
      try await transaction.execute("INSERT INTO t VALUES (\(id))")
      return .cancelling
    }

    func pruneHistory(olderThan age: Duration, keeping count: Int) async throws -> Int {
      pruned.withLock { $0.append("\(age) \(count)") }
      return 12
    }
  }

  private final class Users: Accounts {
    let deleted = Mutex<[UUID]>([])

    func signOut(_ user: UUID, in transaction: Transaction) async throws {
      try await transaction.execute("INSERT INTO t VALUES (99)")
    }

    func delete(_ user: UUID) async throws {
      deleted.withLock { $0.append(user) }
      throw FunctionError.notConnected("no users today")
    }
  }

  private struct Refused: Error {}

  private func withQueue(
    _ body: (Database, RemoteCall, Queue, Users, Database) async throws -> Void
  ) async throws {
    try await withDatabase(schema: "CREATE TABLE t (id INTEGER PRIMARY KEY)") { base in
      let (queue, users) = (Queue(), Users())
      let call = try RemoteCall(on: base, queue: queue, accounts: users)
      do { try await body(Database(call.engine(.sqlite)), call, queue, users, base) } catch {
        await call.end()
        throw error
      }
      await call.end()
    }
  }

  private func job(_ bytes: Int) throws -> NewJob {
    let policy = QueuePolicy(
      attempts: 4, backOff: BackOff(base: .milliseconds(250)), timeout: .seconds(9), concurrency: 2,
      rate: .perMinute(30), unique: .within(.seconds(60), states: [.completed, .dead]))
    return try NewJob(
      function: "digest", payload: [UInt8](repeating: 32, count: bytes), policy: policy,
      runAt: Date(timeIntervalSince1970: 1_000_000.5), priority: 3, key: "k\(bytes)")
  }

  @Test func jobsAreEnqueuedInTheHostsTransactionWithTheCallAsTheirOrigin() async throws {
    try await withQueue { database, call, queue, _, base in
      let remote = RemoteQueue(call.channel)
      // The second and third are longer than a frame together.
      let jobs = [try job(1), try job(1 << 20), try job(900_000)]
      let enqueued = try await database.transaction { try await remote.enqueue(jobs, in: $0) }
      #expect(enqueued.map(\.id) == [1, 1 << 20, 900_000])
      #expect(enqueued.map(\.isNew) == [true, false, false])
      #expect(try await ids(base) == [1, 900_000, 1 << 20])
      let taken = queue.jobs.withLock { $0 }
      #expect(taken.map(\.payload) == jobs.map(\.payload))
      #expect(taken.map(\.policy) == jobs.map(\.policy))
      #expect(taken.map(\.key) == jobs.map(\.key))
      #expect(taken.map(\.runAt) == jobs.map(\.runAt))
      #expect(taken.allSatisfy { $0.priority == 3 && $0.function == "digest" })
      #expect(taken.allSatisfy { $0.origin?.function == "remote" && $0.origin?.trigger == "manual" })
      await #expect(throws: Refused.self) {
        try await database.transaction { transaction in
          _ = try await remote.enqueue([try job(5)], in: transaction)
          throw Refused()
        }
      }
      #expect(try await ids(base) == [1, 900_000, 1 << 20])
    }
  }

  @Test func instantsAndDurationsOutOfRangeAreBounded() async throws {
    try await withQueue { database, call, queue, _, _ in
      let remote = RemoteQueue(call.channel)
      let dates = [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e300)]
      let policy = QueuePolicy(timeout: .seconds(Int64.max))
      let jobs = try dates.enumerated().map { index, date in
        try NewJob(
          function: "f", payload: [UInt8](repeating: 32, count: index), policy: policy, runAt: date, priority: 5,
          key: nil)
      }
      #expect(try await database.transaction { try await remote.enqueue(jobs, in: $0) }.count == 3)
      #expect(queue.jobs.withLock { $0[1].runAt } == .distantFuture)
      #expect(try await remote.pruneHistory(olderThan: .seconds(Int64.max), keeping: 1) == 12)
    }
  }

  @Test func jobsAreCancelledAndLookedUp() async throws {
    try await withQueue { database, call, queue, _, base in
      let remote = RemoteQueue(call.channel)
      #expect(try await database.transaction { try await remote.cancel(5, in: $0) } == .cancelling)
      #expect(try await ids(base) == [5])
      let standing = try #require(try await remote.status(of: 7))
      #expect(standing.state == .running)
      #expect(standing.attempt == 3)
      #expect(standing.error == "late")
      #expect(standing.scheduledAt == Date(timeIntervalSince1970: 86_400))
      let unknown = try await remote.status(of: 8)
      #expect(unknown == nil)
      #expect(try await remote.pruneHistory(olderThan: .milliseconds(1500), keeping: 9) == 12)
      #expect(queue.pruned.withLock { $0 } == ["\(Duration.milliseconds(1500)) 9"])
    }
  }

  @Test func usersAreSignedOutWithTheTransactionAndDeleted() async throws {
    try await withQueue { database, call, _, users, base in
      let remote = RemoteAccounts(call.channel)
      let user = UUID()
      try await database.transaction { try await remote.signOut(user, in: $0) }
      #expect(try await ids(base) == [99])
      let error = await #expect(throws: FunctionError.self) { try await remote.delete(user) }
      #expect(error?.status == FunctionError.notConnected("no users today").status)
      #expect(users.deleted.withLock { $0 } == [user])
    }
  }

  @Test func anotherDatabasesTransactionIsRefused() async throws {
    try await withQueue { _, call, _, _, base in
      let remote = RemoteQueue(call.channel)
      let error = try await failure { _ = try await base.transaction { try await remote.enqueue([], in: $0) } }
      #expect(error.code == .notSupported)
    }
  }
}
