import Database
import Foundation
import Testing

@testable import Engines

@Suite(.timeLimit(.minutes(10))) struct TransactionTests {
  static func schema(_ engine: TestEngine) -> String {
    "CREATE TABLE t (id \(engine.key(from: 3)), name TEXT)"
  }

  @Test(arguments: TestEngine.allCases) func aBodysChangesAreInvisibleToOthersBeforeTheCommit(
    _ engine: TestEngine
  ) async throws {
    try await withDatabase(on: engine, schema: Self.schema(engine)) { database in
      let name = try await database.transaction { transaction in
        #expect(try await transaction.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')") == 2)
        let row = try await transaction.first("INSERT INTO t (name) VALUES ('c') RETURNING id")
        #expect(try row?.get("id") == 3)
        #expect(try await transaction.query("SELECT * FROM t").count == 3)
        #expect(try await database.query("SELECT * FROM t").isEmpty)
        return try await transaction.first("SELECT name FROM t WHERE id = \(2)")?.get("name", as: String.self)
      }
      #expect(name == "b")
      #expect(try await ids(database) == [1, 2, 3])
    }
  }

  @Test(arguments: TestEngine.allCases) func aBodyThatThrowsIsUndone(_ engine: TestEngine) async throws {
    struct Refused: Error {}
    try await withDatabase(on: engine, schema: Self.schema(engine)) { database in
      await #expect(throws: Refused.self) {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1, 'a')")
          throw Refused()
        }
      }
      let left = try await ids(database)
      #expect(left.isEmpty)
    }
  }

  @Test func aBodyGoesOnAfterAFailedStatement() async throws {
    try await withDatabase(schema: Self.schema(.sqlite)) { database in
      try await database.transaction { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1, 'a')")
        await #expect(throws: DatabaseError.self) {
          try await transaction.execute("INSERT INTO t VALUES (2, 'b'), (1, 'again')")
        }
        try await transaction.execute("INSERT INTO t VALUES (3, 'c')")
      }
      #expect(try await ids(database) == [1, 3])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func aSavepointUndoesItsPartAlone(_ engine: TestEngine) async throws {
    struct Refused: Error {}
    try await withDatabase(on: engine, schema: Self.schema(engine)) { database in
      try await database.transaction { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1, 'a')")
        let error = await #expect(throws: DatabaseError.self) {
          try await transaction.savepoint {
            try await transaction.execute("INSERT INTO t VALUES (2, 'b')")
            try await transaction.execute("INSERT INTO t VALUES (1, 'again')")
          }
        }
        #expect(error?.code == .uniqueViolation)
        let kept = try await transaction.savepoint {
          try await transaction.execute("INSERT INTO t VALUES (4, 'd')")
          await #expect(throws: Refused.self) {
            try await transaction.savepoint {
              try await transaction.execute("INSERT INTO t VALUES (5, 'e')")
              throw Refused()
            }
          }
          return 4
        }
        #expect(kept == 4)
        await #expect(throws: Refused.self) { try await transaction.savepoint { throw Refused() } }
        try await transaction.execute("INSERT INTO t VALUES (6, 'f')")
      }
      #expect(try await ids(database) == [1, 4, 6])
    }
  }

  @Test func twoHundredConcurrentTransactionsShareCommits() async throws {
    try await withDatabase(schema: Self.schema(.sqlite)) { database in
      let before = database.statistics
      let (isOpen, mayEnd) = (Signal(), Signal())
      try await withThrowingTaskGroup { group in
        for id in 1...200 {
          group.addTask {
            try await database.transaction { transaction in
              try await transaction.execute("INSERT INTO t VALUES (\(id), NULL)")
              await isOpen.fire()
              await mayEnd.wait()
              try await transaction.execute("UPDATE t SET name = \("\(id)") WHERE id = \(id)")
            }
          }
        }
        // One body is open, and all others wait for their turn.
        await isOpen.wait()
        try await untilWaiting(199, on: database)
        await mayEnd.fire()
        try await group.waitForAll()
      }
      #expect(try await ids(database) == Array(1...200))
      #expect(try await database.first("SELECT count(*) AS n FROM t WHERE name = CAST(id AS TEXT)")?.get("n") == 200)
      let after = database.statistics
      #expect(after.transactions - before.transactions == 200)
      // From 4 to 32 share a commit.
      #expect(after.commits - before.commits <= 200 / 4)
      #expect(after.commits - before.commits >= 200 / 32)
    }
  }

  @Test func aThrowingBodyDoesNotAffectItsGroup() async throws {
    struct Refused: Error {}
    try await withDatabase(schema: Self.schema(.sqlite)) { database in
      let before = database.statistics.commits
      let isOpen = Signal()
      let mayEnd = Signal()
      let first = Task {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1, 'first')")
          await isOpen.fire()
          await mayEnd.wait()
        }
      }
      await isOpen.wait()
      let others = (2...9).map { id in
        Task {
          try await database.transaction { transaction in
            try await transaction.execute("INSERT INTO t VALUES (\(id), 'other')")
            try await transaction.execute("UPDATE t SET name = name || '!'")
            if id % 2 == 0 { throw Refused() }
          }
        }
      }
      try await untilWaiting(8, on: database)
      await mayEnd.fire()
      try await first.value
      for (id, task) in zip(2..., others) {
        if id % 2 == 0 {
          await #expect(throws: Refused.self) { try await task.value }
        } else {
          try await task.value
        }
      }
      #expect(try await ids(database) == [1, 3, 5, 7, 9])
      // Each of the four that stayed has marked it once; those that threw have not.
      #expect(try await database.first("SELECT name FROM t WHERE id = 1")?.get("name") == "first!!!!")
      // They shared commits: a group is cut after four at the earliest, if the disk or the processor was slow.
      #expect((1...3).contains(database.statistics.commits - before))
    }
  }

  @Test(arguments: TestEngine.allCases) func aTransactionWithinATransactionIsRefused(_ engine: TestEngine) async throws
  {
    try await withDatabase(on: engine, schema: Self.schema(engine)) { database in
      try await database.transaction { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1, 'a')")
        let nested = await #expect(throws: DatabaseError.self) {
          try await database.transaction { try await $0.execute("INSERT INTO t VALUES (2, 'b')") }
        }
        #expect(nested?.code == .transactionNested)
        let statement = await #expect(throws: DatabaseError.self) {
          try await database.execute("INSERT INTO t VALUES (3, 'c')")
        }
        #expect(statement?.code == .transactionNested)
      }
      try await withDatabase(on: engine, schema: Self.schema(engine)) { other in
        try await database.transaction { _ in _ = try await other.execute("INSERT INTO t VALUES (1, 'other')") }
        #expect(try await ids(other) == [1])
      }
      #expect(try await ids(database) == [1])
    }
  }

  @Test(arguments: TestEngine.allCases) func aTransactionThrowsAfterItsBodysEnd(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema(engine)) { database in
      let kept = try await database.transaction { $0 }
      for attempt in 0..<2 {
        let error = try await failure { try await kept.execute("INSERT INTO t VALUES (1, 'late')") }
        #expect(error.code == .transactionEnded)
        if attempt == 0 {
          // Also during another body's turn.
          try await database.transaction { _ in
            let error = await #expect(throws: DatabaseError.self) { try await kept.query("SELECT * FROM t") }
            #expect(error?.code == .transactionEnded)
          }
        }
      }
      #expect(try await ids(database).isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases) func aTaskOfTheBodyMayUseTheTransactionUntilItsEnd(_ engine: TestEngine)
    async throws
  {
    try await withDatabase(on: engine, schema: Self.schema(engine)) { database in
      let ended = Signal()
      let late = try await database.transaction { transaction in
        _ = try await Task.detached { try await transaction.execute("INSERT INTO t VALUES (1, 'escaped')") }.value
        async let child = transaction.execute("INSERT INTO t VALUES (2, 'child')")
        _ = try await child
        return Task.detached {
          await ended.wait()
          return try await transaction.execute("INSERT INTO t VALUES (3, 'late')")
        }
      }
      await ended.fire()
      #expect(try await failure { _ = try await late.value }.code == .transactionEnded)
      #expect(try await ids(database) == [1, 2])
    }
  }

  @Test(arguments: TestEngine.allCases) func aBodyThatWaitsForSomethingElseIsRolledBack(_ engine: TestEngine)
    async throws
  {
    try await withDatabase(on: engine, limit: .seconds(1), schema: Self.schema(engine)) { database in
      let isOpen = Signal()
      let othersAreDone = Signal()
      let stuck = Task {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1, 'stuck')")
          await isOpen.fire()
          await othersAreDone.wait()
          let error = await #expect(throws: DatabaseError.self) {
            try await transaction.execute("INSERT INTO t VALUES (2, 'late')")
          }
          #expect(error?.code == .transactionTimedOut)
        }
      }
      await isOpen.wait()
      try await database.execute("INSERT INTO t VALUES (3, 'next')")
      while database.statistics.timeouts < 1 { await Task.yield() }
      await othersAreDone.fire()
      #expect(try await failure { try await stuck.value }.code == .transactionTimedOut)
      #expect(try await ids(database) == [3])
      #expect(database.statistics.timeouts == 1)
      try await database.execute("INSERT INTO t VALUES (4, 'after')")
    }
  }

  @Test func aBodyOverItsLimitIsRolledBackWhateverItDoes() async throws {
    let options = SQLiteOptions(transactionIdleLimit: .seconds(3600), transactionLimit: .milliseconds(20))
    let database = Database(try SQLiteEngine.temporary(options: options))
    try await database.transaction { try await $0.migrate(script: Self.schema(.sqlite)) }
    let error = try await failure {
      try await database.transaction { transaction in
        repeat { try await transaction.execute("INSERT INTO t (name) VALUES ('again')") } while !Task.isCancelled
      }
    }
    #expect(error.code == .transactionTimedOut)
    #expect(error.message == "The transaction was rolled back: it took longer than its limit.")
    #expect(try await ids(database) == [])
    #expect(database.statistics.timeouts == 1)
    await database.close()
  }

  @Test func aNestedTransactionOfAChildTaskEndsAtTheLimit() async throws {
    try await withDatabase(limit: .seconds(1), schema: Self.schema(.sqlite)) { database in
      let error = try await failure {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1, 'outer')")
          try await Task { _ = try await database.execute("INSERT INTO t VALUES (2, 'inner')") }.value
        }
      }
      #expect(error.code == .transactionTimedOut)
      #expect(try await ids(database) == [2])
    }
  }

  @Test func aBodyRunsWithoutLeavingTheWritersThread() async throws {
    try await withDatabase(schema: Self.schema(.sqlite)) { database in
      let thread = try #require(database.engine as? SQLiteEngine).writer.thread
      #expect(!thread.isCurrent)
      try await database.transaction { transaction in
        #expect(thread.isCurrent)
        try await transaction.execute("INSERT INTO t VALUES (1, 'a')")
        #expect(thread.isCurrent)
      }
    }
  }
}
