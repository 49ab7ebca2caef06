import Database
import Engines
import Foundation
import Testing
import Worker
import Workers

/// What a worker's transactions do beyond the contract of all engines.
@Suite(.timeLimit(.minutes(10))) struct RemoteTransactionTests {
  private struct Refused: Error {}

  static let remotes: [TestEngine] = [.remoteSQLite, .remotePostgres]

  private func insert(_ id: Int) -> SQL { "INSERT INTO t VALUES (\(id))" }

  /// Runs a body with a worker's database, its call and the host's database.
  private func withCall<T>(
    on engine: TestEngine, limit: Duration = .seconds(3600),
    schema: String = "CREATE TABLE t (id INTEGER PRIMARY KEY)",
    _ body: (Database, RemoteCall, Database) async throws -> T
  ) async throws -> T {
    try await withDatabase(on: engine.base, limit: limit, connections: 8, schema: schema) { base in
      try await withRemote(on: base) { database, call in try await body(database, call, base) }
    }
  }

  @Test(arguments: Self.remotes) func aTransactionWithoutStatementsIsOne(_ engine: TestEngine) async throws {
    try await withCall(on: engine) { database, _, _ in
      let value = try await database.transaction { _ in 7 }
      #expect(value == 7)
      await #expect(throws: Refused.self) { try await database.transaction { _ in throw Refused() } }
    }
  }

  @Test(arguments: Self.remotes) func aTransactionHasAnOperationForEachStatement(_ engine: TestEngine) async throws {
    try await withCall(on: engine) { database, call, _ in
      let before = call.operationCount
      try await database.transaction { transaction in
        try await transaction.execute(insert(1))
        _ = try await transaction.batch([insert(2), "SELECT id FROM t", insert(3)])
      }
      // The begin, the statement and the batch; the commit is a note.
      #expect(call.operationCount - before == 3)
    }
  }

  @Test(arguments: Self.remotes) func aTransactionIsRolledBackWhenItsWorkerDies(_ engine: TestEngine) async throws {
    try await withCall(on: engine) { database, call, base in
      let isOpen = Signal()
      let mayEnd = Signal()
      let task = Task {
        try await database.transaction { transaction in
          try await transaction.execute(insert(1))
          await isOpen.fire()
          await mayEnd.wait()
          try await transaction.execute(insert(2))
        }
      }
      await isOpen.wait()
      call.killWorker()
      await call.operations.end()
      // The lock is free, and nothing is left.
      try await base.execute(insert(1))
      await mayEnd.fire()
      await #expect(throws: (any Error).self) { try await task.value }
      #expect(try await ids(base) == [1])
    }
  }

  @Test(arguments: Self.remotes) func theEndOfTheCallRollsBack(_ engine: TestEngine) async throws {
    try await withCall(on: engine) { database, call, base in
      let isOpen = Signal()
      let mayEnd = Signal()
      let task = Task {
        try await database.transaction { transaction in
          try await transaction.execute(insert(1))
          await isOpen.fire()
          await mayEnd.wait()
        }
      }
      await isOpen.wait()
      await call.operations.end()
      await mayEnd.fire()
      await #expect(throws: (any Error).self) { try await task.value }
      let left = try await ids(base)
      #expect(left.isEmpty)
      await #expect(throws: CancellationError.self) { try await database.execute(insert(2)) }
      await #expect(throws: (any Error).self) { try await database.transaction { try await $0.execute(insert(3)) } }
    }
  }

  @Test(arguments: Self.remotes) func twentyFourTransactionsAtOnceAreAllDone(_ engine: TestEngine) async throws {
    try await withCall(on: engine) { database, _, base in
      try await withThrowingTaskGroup { group in
        for id in 1...24 {
          group.addTask {
            try await database.transaction { transaction in
              try await transaction.execute(insert(id))
              let row = try await transaction.first("SELECT id FROM t WHERE id = \(id)")
              #expect(try row?.get("id") == id)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await ids(base) == Array(1...24))
    }
  }

  @Test(arguments: Self.remotes) func aCallHasABoundedNumberOfOpenTransactions(_ engine: TestEngine) async throws {
    try await withCall(on: engine) { database, _, _ in
      let mayEnd = Signal()
      let tasks = (0..<CallDatabase.maximumTransactions).map { _ in
        let hasBegun = Signal()
        let task = Task {
          try await database.transaction { _ in
            await hasBegun.fire()
            await mayEnd.wait()
          }
        }
        return (task, hasBegun)
      }
      for (_, hasBegun) in tasks { await hasBegun.wait() }
      #expect(try await failure { try await database.transaction { _ in } }.code == .poolExhausted)
      await mayEnd.fire()
      for (task, _) in tasks { try await task.value }
      #expect(try await database.transaction { try await $0.execute(insert(1)) } == 1)
    }
  }

  @Test(arguments: Self.remotes) func longRowsAndLongStatementsTravelWhole(_ engine: TestEngine) async throws {
    let type = engine.base == .sqlite ? "BLOB" : "BYTEA"
    let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY, bytes \(type))"
    try await withCall(on: engine, schema: schema) { database, _, _ in
      let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      try await database.execute("INSERT INTO t VALUES (1, \(bytes))")
      try await database.transaction { transaction in
        _ = try await transaction.savepoint {
          try await transaction.execute("INSERT INTO t VALUES (2, \(bytes))")
        }
        let row = try await transaction.first("SELECT bytes FROM t WHERE id = 2")
        #expect(try row?.get("bytes", as: [UInt8].self) == bytes)
      }
      let rows = try await database.query("SELECT id, bytes FROM t ORDER BY id")
      #expect(try rows.map { try $0.get("id") } == [1, 2])
      #expect(try rows.allSatisfy { try $0.get("bytes", as: [UInt8].self) == bytes })
      let huge = [UInt8](repeating: 1, count: 65 << 20)
      #expect(try await failure { try await database.execute("INSERT INTO t VALUES (3, \(huge))") }.code == .failed)
    }
  }

  @Test(arguments: Self.remotes) func anErrorIsTheHostsWhole(_ engine: TestEngine) async throws {
    try await withCall(on: engine) { database, _, base in
      try await base.execute(insert(1))
      let local = try await failure { try await base.execute(insert(1)) }
      #expect(try await failure { try await database.execute(insert(1)) } == local)
      #expect(try await failure { _ = try await database.transaction { try await $0.execute(insert(1)) } } == local)
    }
  }
}
