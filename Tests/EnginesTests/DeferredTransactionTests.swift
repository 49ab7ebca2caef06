import Database
import Testing

@testable import Engines

/// Shared transactions that begin with their first statement.
@Suite(.timeLimit(.minutes(10))) struct DeferredTransactionTests {
  private struct Refused: Error {}

  private static let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY)"

  private func insert(_ id: Int) -> SQL { "INSERT INTO t VALUES (\(id))" }

  @Test(arguments: TestEngine.allCases) func itBeginsWithItsFirstStatement(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      try await database.sharing(isDeferred: true) { shared in
        // SQLite has one writer, which the transaction does not keep yet.
        try await database.execute(insert(1))
        try await shared.database.execute(insert(2))
        try await shared.database.transaction { _ = try await $0.execute(insert(3)) }
        #expect(try await ids(shared.database) == [1, 2, 3])
        #expect(try await ids(database) == [1])
      }
      #expect(try await ids(database) == [1, 2, 3])
    }
  }

  @Test(arguments: TestEngine.allCases) func itIsUndoneWithItsBody(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      for uses in [true, false] {
        await #expect(throws: Refused.self) {
          try await database.sharing(isDeferred: true) { shared in
            if uses { try await shared.database.execute(insert(1)) }
            throw Refused()
          }
        }
      }
      let left = try await ids(database)
      #expect(left.isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases) func aPartThatFailsIsUndoneAlone(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let value = try await database.sharing(isDeferred: true) { shared in
        for _ in 0..<2 {
          _ = try await failure { try await shared.database.execute("INSERT INTO nothing VALUES (1)") }
          try await shared.transaction.append("DELETE FROM t WHERE id = 9")
        }
        try await shared.undo()
        try await shared.database.execute(insert(1))
        return "done"
      }
      #expect(value == "done")
      #expect(try await ids(database) == [1])
    }
  }

  @Test func itBeginsWithTheIsolationOfItsFirstPart() async throws {
    try await withDatabase(on: .postgres, schema: Self.schema) { database in
      let level: SQL = "SELECT current_setting('transaction_isolation') AS level"
      let found = try await database.sharing(isDeferred: true) { shared in
        try await shared.database.transaction(isolation: .serializable) { transaction in
          try await transaction.first(level)?.get("level", as: String.self)
        }
      }
      #expect(found == "serializable")
    }
  }

  @Test(arguments: TestEngine.allCases) func itsActionsFollowTheCommit(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let marks = Marks()
      try await database.sharing(isDeferred: true) { shared in
        try await shared.database.transaction { transaction in
          try await transaction.execute(insert(1))
          transaction.afterCommit { marks.add(1) }
        }
        #expect(marks.all.isEmpty)
      }
      #expect(marks.all == [1])
    }
  }

  @Test(arguments: TestEngine.allCases) func aBodyWithoutStatementsIsNoError(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let value = try await database.sharing(isDeferred: true) { _ in 7 }
      #expect(value == 7)
    }
  }

  @Test(arguments: TestEngine.local) func aBeginThatFailsIsTheStatementsError(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let error = try await failure {
        try await database.sharing(isDeferred: true) { shared in
          await database.close()
          for _ in 0..<2 {
            let refused = try await failure { try await shared.database.execute(insert(1)) }
            #expect(refused.code == .closed)
          }
        }
      }
      #expect(error.code == .closed)
    }
  }

  @Test func aCommitThatFailsIsTheCallersError() async throws {
    let schema = Self.schema + "; CREATE TABLE u (id INTEGER REFERENCES t (id) DEFERRABLE INITIALLY DEFERRED)"
    for engine in TestEngine.local {
      try await withDatabase(on: engine, schema: schema) { database in
        let error = try await failure {
          try await database.sharing(isDeferred: true) { shared in
            try await shared.transaction.append("INSERT INTO u VALUES (9)")
          }
        }
        #expect(error.code == .foreignKeyViolation)
        #expect(try await database.query("SELECT * FROM u").isEmpty)
      }
    }
  }

  @Test func aCancelledWaitForTheBeginEnds() async throws {
    try await withDatabase(on: .sqlite, schema: Self.schema) { database in
      let isHeld = Signal()
      let isWaiting = Signal()
      let mayEnd = Signal()
      let holder = Task {
        try await database.transaction { _ in
          await isHeld.fire()
          await mayEnd.wait()
        }
      }
      await isHeld.wait()
      let waiter = Task {
        try await database.sharing(isDeferred: true) { shared in
          await isWaiting.fire()
          try await shared.database.execute(insert(1))
        }
      }
      await isWaiting.wait()
      waiter.cancel()
      await #expect(throws: CancellationError.self) { try await waiter.value }
      await mayEnd.fire()
      try await holder.value
      #expect(try await ids(database).isEmpty)
    }
  }
}
