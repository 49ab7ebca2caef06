import Database
import Foundation
import Synchronization
import Testing

@testable import Engines

/// Numbers that closures leave, in order.
final class Marks: Sendable {
  private let numbers = Mutex<[Int]>([])

  var all: [Int] { numbers.withLock { $0 } }

  func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}

/// Calls on a database that are parts of one transaction.
@Suite(.timeLimit(.minutes(10))) struct SharedTransactionTests {
  struct Refused: Error {}

  static let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY)"

  func insert(_ id: Int) -> SQL { "INSERT INTO t VALUES (\(id))" }

  @Test(arguments: TestEngine.allCases) func partsAreCommittedTogether(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      try await database.sharing { shared in
        let parts = shared.database
        let before = try await ids(parts)
        #expect(before.isEmpty)
        #expect(try await parts.execute(insert(1)) == 1)
        #expect(try await parts.transaction { try await $0.execute(insert(2)) } == 1)
        #expect(try await ids(parts) == [1, 2])
        #expect(try await parts.first("SELECT max(id) AS id FROM t")?.get("id") == 2)
        #expect(try await ids(database).isEmpty)
      }
      #expect(try await ids(database) == [1, 2])
    }
  }

  @Test(arguments: TestEngine.allCases) func aQueryLosesNothingThatItWrites(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      try await database.sharing { shared in
        let parts = shared.database
        let refused = try await failure { _ = try await parts.query("INSERT INTO t VALUES (1) RETURNING id") }
        #expect(refused.code == .writeInQuery)
        guard engine.base == .postgres else { return }
        _ = try await parts.query("WITH new AS (INSERT INTO t VALUES (2) RETURNING id) SELECT id FROM new")
        _ = try await failure { try await parts.execute("INSERT INTO nothing VALUES (1)") }
        #expect(try await ids(parts) == [2])
      }
      #expect(try await ids(database) == (engine.base == .postgres ? [2] : []))
    }
  }

  @Test(arguments: TestEngine.allCases) func aBodyThatThrowsUndoesAllParts(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      await #expect(throws: Refused.self) {
        try await database.sharing { shared in
          try await shared.database.execute(insert(1))
          _ = try await shared.database.transaction { try await $0.execute(insert(2)) }
          throw Refused()
        }
      }
      let left = try await ids(database)
      #expect(left.isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases) func aPartThatFailsIsUndoneAlone(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      try await database.sharing { shared in
        let parts = shared.database
        // Before and after the first change: a failed part is undone in two ways.
        for start in [1, 10] {
          await #expect(throws: Refused.self) {
            try await parts.transaction { transaction in
              try await transaction.execute(insert(start))
              throw Refused()
            }
          }
          let syntax = try await failure { try await parts.execute("INSERT INTO nothing VALUES (1)") }
          #expect(syntax.code == .syntax)
          #expect(try await failure { _ = try await parts.query("SELECT nothing FROM t") }.code == .syntax)
          let unique = try await failure {
            try await parts.transaction { transaction in
              try await transaction.execute(insert(start + 1))
              try await transaction.execute(insert(start + 1))
            }
          }
          #expect(unique.code == .uniqueViolation)
          try await parts.transaction { transaction in
            try await transaction.execute(insert(start + 2))
            await #expect(throws: DatabaseError.self) {
              try await transaction.savepoint { try await transaction.execute(insert(start + 2)) }
            }
            try await transaction.execute(insert(start + 3))
          }
        }
      }
      #expect(try await ids(database) == [3, 4, 12, 13])
    }
  }

  @Test(arguments: TestEngine.allCases) func undoingLeavesLaterStatements(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let ran = Marks()
      try await database.sharing { shared in
        try await shared.transaction.append(insert(1))
        try await shared.database.transaction { transaction in
          try await transaction.execute(insert(2))
          transaction.afterCommit { ran.add(2) }
        }
        await shared.end()
        try await shared.undo()
        try await shared.transaction.append(insert(3))
      }
      #expect(try await ids(database) == [3])
      #expect(ran.all.isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases) func actionsWaitForTheCommit(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let ran = Marks()
      try await database.sharing { shared in
        for id in 1...2 {
          try await shared.database.transaction { transaction in
            try await transaction.execute(insert(id))
            transaction.afterCommit { ran.add(id) }
          }
        }
        try? await shared.database.transaction { transaction in
          transaction.afterCommit { ran.add(3) }
          throw Refused()
        }
        #expect(ran.all.isEmpty)
      }
      #expect(ran.all == [1, 2])
    }
  }

  @Test(arguments: TestEngine.allCases) func anAppendedStatementThatFailsFailsTheCommit(
    _ engine: TestEngine
  ) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      try await database.execute(insert(7))
      let error = try await failure {
        try await database.sharing { shared in
          try await shared.database.execute(insert(1))
          try await shared.transaction.append(insert(7))
        }
      }
      #expect(error.code == .uniqueViolation)
      #expect(error.constraint == (engine.base == .sqlite ? "t.id" : "t_pkey"))
      #expect(try await ids(database) == [7])
      // A transaction of appended statements alone.
      try await database.sharing { try await $0.transaction.append(insert(8)) }
      #expect(try await ids(database) == [7, 8])
    }
  }

  @Test(arguments: TestEngine.allCases) func partsRunOneAfterAnother(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let marks = Marks()
      try await database.sharing { shared in
        let parts = shared.database
        await withThrowingTaskGroup(of: Void.self) { group in
          for id in 1...8 {
            group.addTask {
              try await parts.transaction { transaction in
                marks.add(id)
                try await transaction.execute(insert(id))
                await Task.yield()
                _ = try await transaction.first("SELECT id FROM t")
                marks.add(id)
                if id.isMultiple(of: 2) { throw Refused() }
              }
            }
          }
          while let result = await group.nextResult() {
            if case .failure(let error) = result { #expect(error is Refused) }
          }
        }
      }
      #expect(try await ids(database) == [1, 3, 5, 7])
      // Each part ended before the next one began.
      let order = marks.all
      #expect(order.count == 16)
      #expect(stride(from: 0, to: 16, by: 2).allSatisfy { order[$0] == order[$0 + 1] })
    }
  }

  @Test(arguments: TestEngine.allCases) func aPartWithinAPartIsRefused(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      try await database.sharing { shared in
        let parts = shared.database
        let error = try await failure {
          try await parts.transaction { _ in _ = try await parts.execute(insert(1)) }
        }
        #expect(error.code == .transactionNested)
        #expect(try await failure { try await database.transaction { _ in } }.code == .transactionNested)
        try await parts.execute(insert(2))
      }
      #expect(try await ids(database) == [2])
    }
  }

  @Test(arguments: TestEngine.allCases) func laterCallsRunOnTheirOwn(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let parts = try await database.sharing { shared in
        try await shared.database.execute(insert(1))
        return shared.database
      }
      #expect(try await parts.execute(insert(2)) == 1)
      _ = try await parts.transaction(retries: 1) { try await $0.execute(insert(3)) }
      #expect(try await ids(parts) == [1, 2, 3])
      await parts.close()
      #expect(try await ids(database) == [1, 2, 3])
    }
  }
}
