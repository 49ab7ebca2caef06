import Database
import Testing

@testable import Engines

/// Shared transactions that begin again.
extension SharedTransactionTests {
  @Test(arguments: TestEngine.allCases) func aConflictIsTriedAgain(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      for start in [1, 10] {
        let tries = Marks()
        try await database.sharing { shared in
          if start > 1 { try await shared.database.execute(insert(start)) }
          try await shared.database.transaction(retries: 2) { transaction in
            try await transaction.execute(insert(start + 1))
            tries.add(start)
            if tries.all.count < 3 { throw DatabaseError(.serializationFailure, "conflict") }
          }
        }
        #expect(tries.all.count == 3)
      }
      #expect(try await ids(database) == [2, 10, 11])
    }
  }

  @Test(arguments: TestEngine.allCases) func anActionFollowsEachRestart(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let restarts = Marks()
      try await database.sharing(onRestart: { _, _ in restarts.add(1) }) { shared in
        let parts = shared.database
        #expect(try await failure { try await parts.execute("INSERT INTO nothing VALUES (1)") }.code == .syntax)
        #expect(restarts.all.count == 1)
        try await parts.transaction(isolation: .serializable) { _ = try await $0.execute(insert(1)) }
        #expect(restarts.all.count == 2)
        // From the first change on, a savepoint undoes a part.
        #expect(try await failure { try await parts.execute(insert(1)) }.code == .uniqueViolation)
        #expect(restarts.all.count == 2)
        await shared.end()
        try await shared.undo()
        #expect(restarts.all.count == 3)
      }
      #expect(try await ids(database).isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases) func laterPartsHaveTheIsolationOfTheFirst(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      try await database.sharing { shared in
        let parts = shared.database
        for (id, isolation) in [(1, TransactionIsolation.serializable), (2, .serializable), (3, .repeatableRead)] {
          _ = try await parts.transaction(isolation: isolation) { try await $0.execute(insert(id)) }
        }
        if engine.base == .postgres {
          let isolation = try await parts.first("SELECT current_setting('transaction_isolation') AS it")
          #expect(try isolation?.get("it") == "serializable")
        }
      }
      #expect(try await ids(database) == [1, 2, 3])
      let stricter: [(TransactionIsolation, TransactionIsolation)] = [
        (.readCommitted, .repeatableRead), (.readCommitted, .serializable), (.repeatableRead, .serializable),
      ]
      for (first, later) in stricter {
        let error = try await failure {
          try await database.sharing { shared in
            let parts = shared.database
            _ = try await parts.transaction(isolation: first) { try await $0.execute(insert(4)) }
            try await parts.transaction(isolation: later) { _ in }
          }
        }
        #expect(error.code == .notSupported)
      }
      #expect(try await ids(database) == [1, 2, 3])
    }
  }

  @Test(arguments: TestEngine.allCases) func anActionThatThrowsEndsAllParts(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      do {
        try await database.sharing(onRestart: { _, _ in throw Refused() }) { shared in
          let parts = shared.database
          await #expect(throws: Refused.self) { try await parts.execute("INSERT INTO nothing VALUES (1)") }
          await #expect(throws: Refused.self) { try await parts.execute(insert(1)) }
          try await shared.transaction.append(insert(2))
        }
        Issue.record("The transaction was committed")
      } catch is Refused {}
      #expect(try await ids(database).isEmpty)
    }
  }

  @Test(arguments: TestEngine.local) func theActionRunsThoughThePartIsCancelled(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let restarts = Marks()
      try await database.sharing(onRestart: { transaction, _ in
        _ = try await transaction.query("SELECT 1 AS it")
        restarts.add(1)
      }) { shared in
        let parts = shared.database
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            _ = try? await parts.transaction { _ in
              while !Task.isCancelled { await Task.yield() }
              throw CancellationError()
            }
          }
          group.cancelAll()
        }
        #expect(restarts.all.count == 1)
        try await parts.execute(insert(1))
        #expect(restarts.all.count == 1)
      }
      #expect(try await ids(database) == [1])
    }
  }
}
