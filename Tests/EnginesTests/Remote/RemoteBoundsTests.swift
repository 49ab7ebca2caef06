import Channel
import Database
import Engines
import Testing
import Worker
import Workers

/// What a call may have open at the same time, and how long its rows and statements may be.
@Suite(.timeLimit(.minutes(10))) struct RemoteBoundsTests {
  private func insert(_ id: Int) -> SQL { "INSERT INTO t VALUES (\(id))" }

  @Test(arguments: RemoteTransactionTests.remotes) func aCallHasABoundedNumberOfOpenTransactions(_ engine: TestEngine)
    async throws
  {
    try await withCall(on: engine) { database, call, _ in
      let mayEnd = Signal()
      let tasks = (0..<ChannelLimits.transactionsOfCall).map { _ in
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
      // A worker that does not wait.
      let other = Database(RemoteDatabaseEngine(call.channel, dialect: engine.base == .sqlite ? .sqlite : .postgres))
      #expect(try await failure { try await other.transaction { _ in } }.code == .poolExhausted)
      await mayEnd.fire()
      for (task, _) in tasks { try await task.value }
      #expect(try await database.transaction { try await $0.execute(insert(1)) } == 1)
    }
  }

  @Test(arguments: RemoteTransactionTests.remotes) func moreTransactionsWait(_ engine: TestEngine) async throws {
    try await withCall(on: engine) { database, _, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for id in 0..<200 {
          group.addTask { _ = try await database.transaction { try await $0.execute(insert(id)) } }
        }
        try await group.waitForAll()
      }
      #expect(try await ids(database).count == 200)
    }
  }

  @Test(arguments: RemoteTransactionTests.remotes) func longRowsAndLongStatementsTravelWhole(_ engine: TestEngine)
    async throws
  {
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

  @Test(arguments: RemoteTransactionTests.remotes)
  func moreOperationsThanTheChannelTakesWait(_ engine: TestEngine) async throws {
    try await withCall(on: engine) { database, _, _ in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for id in 0..<5000 {
          group.addTask { try await database.first("SELECT \(id) + 0 AS id")?.get("id") ?? -1 }
        }
        var sum = 0
        for try await id in group { sum += id }
        #expect(sum == 4999 * 2500)
      }
    }
  }

  @Test(arguments: RemoteTransactionTests.remotes)
  func moreStatementsOfATransactionThanTheChannelTakesWait(_ engine: TestEngine) async throws {
    try await withCall(on: engine) { database, _, _ in
      let sum = try await database.transaction { transaction in
        try await withThrowingTaskGroup(of: Int.self, returning: Int.self) { group in
          for id in 0..<5000 {
            group.addTask { try await transaction.first("SELECT \(id) + 0 AS id")?.get("id") ?? -1 }
          }
          var sum = 0
          for try await id in group { sum += id }
          return sum
        }
      }
      #expect(sum == 4999 * 2500)
    }
  }
}
