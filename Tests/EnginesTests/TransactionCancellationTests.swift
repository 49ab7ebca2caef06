import Database
import Testing

@testable import Engines

extension TransactionTests {
  @Test(arguments: TestEngine.local) func aTransactionCancelledWhileWaitingDoesNotRun(_ engine: TestEngine)
    async throws
  {
    try await withDatabase(on: engine, connections: 1, schema: Self.schema(engine)) { database in
      let isOpen = Signal()
      let mayEnd = Signal()
      let first = Task {
        try await database.transaction { transaction in
          await isOpen.fire()
          await mayEnd.wait()
          try await transaction.execute("INSERT INTO t VALUES (1, 'a')")
        }
      }
      await isOpen.wait()
      let second = Task {
        try await database.transaction { _ in Issue.record("ran though it was cancelled") }
      }
      try await untilWaiting(1, on: database)
      second.cancel()
      await #expect(throws: CancellationError.self) { try await second.value }
      await mayEnd.fire()
      try await first.value
      #expect(try await ids(database) == [1])
    }
  }

  @Test func aBodySeesItsCancellationAndTheCommitIsAwaitedNevertheless() async throws {
    try await withDatabase(schema: Self.schema(.sqlite)) { database in
      let isOpen = Signal()
      let isCancelled = Signal()
      let task = Task {
        try await database.transaction { transaction in
          await isOpen.fire()
          await isCancelled.wait()
          #expect(Task.isCancelled)
          try await transaction.execute("INSERT INTO t VALUES (1, 'a')")
        }
      }
      await isOpen.wait()
      task.cancel()
      await isCancelled.fire()
      try await task.value
      #expect(try await ids(database) == [1])
    }
  }
}
