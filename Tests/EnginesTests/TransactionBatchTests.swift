import Database
import Testing

@testable import Engines

extension TransactionTests {
  @Test(arguments: TestEngine.allCases)
  func aBatchAnswersEachStatementInItsOrder(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema(engine)) { database in
      let again: SQL = "SELECT count(*) AS n FROM t"
      let answers = try await database.transaction { transaction in
        let none = try await transaction.batch([])
        #expect(none.isEmpty)
        return try await transaction.batch([
          "INSERT INTO t VALUES (1, \("a")), (2, \("b"))", again,
          "INSERT INTO t (name) VALUES (\("c")) RETURNING id, name", again,
          "SELECT name FROM t WHERE id < \(3) ORDER BY id",
        ])
      }
      #expect(answers.map(\.count) == [0, 1, 1, 1, 2])
      #expect(try answers[1].first?.get("n") == 2)
      #expect(try answers[2].first?.get("id") == 3)
      #expect(try answers[3].first?.get("n") == 3)
      #expect(try answers[4].map { try $0.get("name") } == ["a", "b"])
      #expect(try await ids(database) == [1, 2, 3])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func aBatchEndsWithItsFirstFailure(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema(engine)) { database in
      let statements: [SQL] = [
        "INSERT INTO t VALUES (1, 'a')", "INSERT INTO t VALUES (2, 'b'), (1, 'again')",
        "INSERT INTO nowhere VALUES (3)",
      ]
      let error = try await failure { try await database.transaction { _ = try await $0.batch(statements) } }
      #expect(error.code == .uniqueViolation)
      #expect(error.statement == statements[1].description)
      // Its savepoint undoes it whole, and the transaction goes on.
      try await database.transaction { transaction in
        let error = try await failure {
          try await transaction.savepoint { _ = try await transaction.batch(statements) }
        }
        #expect(error.code == .uniqueViolation)
        try await transaction.execute("INSERT INTO t VALUES (4, 'd')")
      }
      #expect(try await ids(database) == [4])
      // One that cannot even be prepared, and one that may not run here.
      for refused: SQL in ["INSERT INTO nowhere VALUES (3)", "COMMIT"] {
        await #expect(throws: DatabaseError.self) {
          try await database.transaction { _ = try await $0.batch(["INSERT INTO t VALUES (5, 'e')", refused]) }
        }
      }
      #expect(try await ids(database) == [4])
    }
  }
}
