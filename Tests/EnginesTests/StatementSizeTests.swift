import Database
import Testing

@testable import Engines

/// The bounds of what the engines keep of statements and their results. The tests run one at a time, since each takes
/// much memory.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StatementSizeTests {
  private static let long = String(repeating: "x", count: 17 << 10)

  @Test(arguments: TestEngine.local) func aResultHasALimit(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: "CREATE TABLE t (id INTEGER PRIMARY KEY)") { database in
      let long: SQL =
        engine == .sqlite
        ? """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT zeroblob(10000000) FROM n
        """
        : "SELECT repeat('x', 10000000) FROM generate_series(1, 1000000)"
      let read = try await failure { _ = try await database.query(long) }
      #expect(read.code == .failed)
      #expect(read.message.contains("256 MiB"))
      let inTransaction = try await failure {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1)")
          _ = try await transaction.query(long)
        }
      }
      #expect(inTransaction.code == .failed)
      #expect(try await ids(database).isEmpty)
      try await database.execute("INSERT INTO t VALUES (2)")
      #expect(try await ids(database) == [2])
    }
  }

  /// Each value is within its limit, and the row is not.
  @Test func aRowHasALimit() async throws {
    try await withDatabase { database in
      let columns = repeatElement("zeroblob(30000000)", count: 9).joined(separator: ", ")
      let error = try await failure { _ = try await database.query(SQL(verbatim: "SELECT \(columns)")) }
      #expect(error.code == .failed)
      #expect(error.message.contains("256 MiB"))
    }
  }

  /// Short rows take more memory than they have bytes on their way.
  @Test func theRowsOfAServersResultHaveALimit() async throws {
    try await withPostgres { (engine, _) async throws in
      let many: SQL = "SELECT 1 AS a, 2 AS b FROM generate_series(1, 3000000)"
      #expect(try await failure { _ = try await Database(engine).query(many) }.code == .failed)
      #expect(try await Database(engine).first(many)?.get("b") == 2)
    }
  }

  @Test(arguments: TestEngine.local) func theResultsOfABatchHaveALimitTogether(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine) { database in
      let part: SQL = engine == .sqlite ? "SELECT zeroblob(60000000)" : "SELECT repeat('x', 60000000)"
      let error = try await failure {
        try await database.transaction { _ = try await $0.batch(Array(repeating: part, count: 5)) }
      }
      #expect(error.code == .failed)
      let rows = try await database.transaction { try await $0.batch([part, part]) }
      #expect(rows.map(\.count) == [1, 1])
    }
  }

  @Test func theCatalogueKeepsNoLongText() {
    let catalogue = StatementCatalogue()
    _ = catalogue["SELECT 1"]
    for number in 0..<10 { _ = catalogue[SQL(verbatim: "SELECT \(number) /* \(Self.long) */")] }
    #expect(catalogue.count == 1)
  }

  @Test func aServerKeepsNoLongStatement() async throws {
    try await withPostgres(connections: 1) { engine, _ in
      let database = Database(engine)
      for number in 0..<10 {
        let row = try await database.first(SQL(verbatim: "SELECT \(number) AS n /* \(Self.long) */"))
        #expect(try row?.get("n") == number)
      }
      let kept = try await database.first("SELECT max(length(statement)) AS length FROM pg_prepared_statements")
      #expect(try #require(try kept?.get("length", as: Int.self)) < 16 << 10)
    }
  }

  /// What is appended is sent at once when it is long, and its failure is thrown there.
  @Test func longAppendedStatementsAreNotHeld() async throws {
    try await withPostgres(schema: "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)") { engine, _ in
      let database = Database(engine)
      let name = String(repeating: "x", count: 400 << 10)
      try await database.transaction { transaction in
        for id in 1...3 { try await transaction.append("INSERT INTO t VALUES (\(id), \(name))") }
        try await transaction.append("INSERT INTO t VALUES (4, 'short')")
      }
      #expect(try await ids(database) == [1, 2, 3, 4])
      let error = try await failure {
        try await database.transaction { transaction in
          for _ in 1...3 { try await transaction.append("INSERT INTO t VALUES (5, \(name))") }
          Issue.record("three long statements are held")
        }
      }
      #expect(error.code == .uniqueViolation)
      #expect(try await ids(database) == [1, 2, 3, 4])
    }
  }
}
