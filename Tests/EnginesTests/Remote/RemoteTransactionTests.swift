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

  @Test(arguments: Self.remotes) func anErrorIsTheHostsWhole(_ engine: TestEngine) async throws {
    try await withCall(on: engine) { database, _, base in
      try await base.execute(insert(1))
      let local = try await failure { try await base.execute(insert(1)) }
      #expect(try await failure { try await database.execute(insert(1)) } == local)
      #expect(try await failure { _ = try await database.transaction { try await $0.execute(insert(1)) } } == local)
    }
  }
}
