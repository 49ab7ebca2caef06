import Database
import Engines
import Foundation
import Testing
import Worker
import Workers

/// The cancellation of a worker's statements and transactions.
@Suite(.timeLimit(.minutes(10))) struct RemoteCancellationTests {
  private static let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY)"

  @Test(arguments: RemoteTransactionTests.remotes)
  func aTransactionThatWaitsForItsTurnDoesNotRun(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine.base, connections: 1, schema: Self.schema) { base in
      try await withRemote(on: base) { database, _ in
        let isOpen = Signal()
        let mayEnd = Signal()
        let first = Task {
          try await base.transaction { transaction in
            try await transaction.execute("INSERT INTO t VALUES (1)")
            await isOpen.fire()
            await mayEnd.wait()
          }
        }
        await isOpen.wait()
        let second = Task { try await database.transaction { try await $0.execute("INSERT INTO t VALUES (2)") } }
        try await untilWaiting(1, on: base)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        await mayEnd.fire()
        try await first.value
        #expect(try await ids(base) == [1])
      }
    }
  }

  @Test(arguments: RemoteTransactionTests.remotes)
  func aTransactionOfACancelledTaskDoesNotBegin(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let mayBegin = Signal()
      let task = Task {
        await mayBegin.wait()
        try await database.transaction { _ in
          _ = Issue.record("ran though it was cancelled")
        }
      }
      task.cancel()
      await mayBegin.fire()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func aCommitIsAwaitedByACancelledTask() async throws {
    try await withDatabase(on: .remoteSQLite, schema: Self.schema) { database in
      let isOpen = Signal()
      let isCancelled = Signal()
      let task = Task {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1)")
          await isOpen.fire()
          await isCancelled.wait()
          #expect(Task.isCancelled)
          try await transaction.execute("INSERT INTO t VALUES (2)")
        }
      }
      await isOpen.wait()
      task.cancel()
      await isCancelled.fire()
      try await task.value
      #expect(try await ids(database) == [1, 2])
    }
  }

  @Test func aStatementUnderWayIsInterrupted() async throws {
    // A worker's call takes three of five connections at most.
    try await withDatabase(on: .remotePostgres, connections: 5, schema: Self.schema) { database in
      let task = Task {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1)")
          _ = try await transaction.query("SELECT pg_sleep(600)")
        }
      }
      let query = Task { try await database.query("SELECT pg_sleep(600)") }
      let running: SQL = """
        SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'
        """
      while try await database.first(running)?.get("n", as: Int.self) != 2 {}
      task.cancel()
      query.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      await #expect(throws: CancellationError.self) { try await query.value }
      let left = try await ids(database)
      #expect(left.isEmpty)
    }
  }

  @Test func aReadIsInterrupted() async throws {
    try await withDatabase(on: .remoteSQLite, connections: 1) { database in
      let endless: SQL = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n"
      for round in 0..<10 {
        let read = Task { try await database.query(endless) }
        for _ in 0..<(round * round) { await Task.yield() }
        read.cancel()
        await #expect(throws: CancellationError.self) { try await read.value }
      }
      let rows = try await database.query("SELECT 1 AS one")
      #expect(rows.count == 1)
    }
  }
}
