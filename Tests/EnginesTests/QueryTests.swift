import Database
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct QueryTests {
  private static func schema(_ engine: TestEngine) -> String {
    """
    CREATE TABLE users (id \(engine.key()), email TEXT UNIQUE, age INTEGER NOT NULL CHECK (age > 0) DEFAULT 1);
    CREATE TABLE likes (owner BIGINT REFERENCES users (id), first TEXT, second TEXT, UNIQUE (first, second));
    """
  }

  @Test(arguments: TestEngine.allCases) func anAcknowledgedWriteIsSeenByEveryRead(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema(engine)) { database in
      for id in 1...50 {
        let changes = try await database.execute("INSERT INTO users (id) VALUES (\(id))")
        #expect(changes == 1)
        #expect(try await database.first("SELECT id FROM users WHERE id = \(id)") != nil)
      }
      #expect(try await database.execute("UPDATE users SET age = 2 WHERE id > \(40)") == 10)
      #expect(try await database.execute("UPDATE users SET age = 2 WHERE id > \(400)") == 0)
      #expect(try await database.execute("CREATE TABLE other (id INTEGER)") == 0)
      #expect(try await database.query("SELECT id FROM users ORDER BY id LIMIT 2").map { try $0.get("id") } == [1, 2])
      #expect(try await database.first("SELECT id FROM users WHERE id = \(400)") == nil)
    }
  }

  /// Swift's strings are equal if only the composition of their characters differs.
  @Test(arguments: TestEngine.local) func aLiteralKeepsItsBytes(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine) { database in
      for (text, count) in [("e\u{308}", 2), ("\u{EB}", 1), ("e\u{308}", 2)] {
        let row = try await database.first(SQL(verbatim: "SELECT length('\(text)') AS count"))
        #expect(try row?.get("count") == count)
      }
    }
  }

  @Test(arguments: TestEngine.allCases) func hostileTextStaysText(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema(engine)) { database in
      let hostile = "x'); DROP TABLE users; --"
      try await database.execute("INSERT INTO users (email) VALUES (\(hostile))")
      let row = try await database.first("SELECT email FROM users WHERE email = \(hostile)")
      #expect(try row?.get("email") == hostile)
      #expect(try await database.first("SELECT 1 AS one FROM users WHERE email = \("' OR 1=1 --")") == nil)
    }
  }

  @Test(arguments: TestEngine.allCases) func aQueryThatWritesIsRefused(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema(engine)) { database in
      for sql in [
        "INSERT INTO users (id) VALUES (1)", "INSERT INTO users (id) VALUES (1) RETURNING id",
        "WITH x AS (SELECT 1) DELETE FROM users", "DROP TABLE users",
      ] as [SQL] {
        let error = try await failure { _ = try await database.query(sql) }
        #expect(error.code == .writeInQuery)
      }
      #expect(try await database.first("SELECT count(*) AS n FROM users")?.get("n") == 0)
    }
  }

  @Test(
    arguments: [
      "COMMIT", "begin immediate", "/* x */ -- y\n ROLLBACK", ";END", "SAVEPOINT a", "RELEASE turn", "ROLLBACK TO turn",
    ] as [SQL])
  func theTransactionIsNotControlledByStatements(_ sql: SQL) async throws {
    try await withDatabase(schema: Self.schema(.sqlite)) { database in
      #expect(try await failure { try await database.execute(sql) }.code == .transactionControl)
      #expect(try await failure { _ = try await database.query(sql) }.code == .transactionControl)
      try await database.transaction { transaction in
        try await transaction.execute("INSERT INTO users (id) VALUES (1)")
        let error = await #expect(throws: DatabaseError.self) { try await transaction.execute(sql) }
        #expect(error?.code == .transactionControl)
      }
      #expect(try await database.first("SELECT count(*) AS n FROM users")?.get("n") == 1)
    }
  }

  @Test func constraintErrorsHaveCodesAndNames() async throws {
    try await withDatabase(schema: Self.schema(.sqlite)) { database in
      try await database.execute("INSERT INTO users (id, email) VALUES (1, \("secret@example.org"))")
      try await database.execute("INSERT INTO likes VALUES (1, 'a', 'b')")
      let unique = try await failure {
        try await database.execute("INSERT INTO users (email) VALUES (\("secret@example.org"))")
      }
      #expect(unique.code == .uniqueViolation)
      #expect(unique.constraint == "users.email")
      #expect(unique.column == "email")
      #expect(unique.statement == "INSERT INTO users (email) VALUES (?)")
      #expect(!"\(unique)".contains("secret"))
      let primary = try await failure { try await database.execute("INSERT INTO users (id) VALUES (1)") }
      #expect(primary.code == .uniqueViolation)
      let both = try await failure { try await database.execute("INSERT INTO likes VALUES (1, 'a', 'b')") }
      #expect(both.constraint == "likes.first, likes.second")
      #expect(both.column == nil)
      let check = try await failure { try await database.execute("INSERT INTO users (age) VALUES (\(-7))") }
      #expect(check.code == .checkViolation)
      #expect(!"\(check)".contains("-7"))
      let null = try await failure { try await database.execute("INSERT INTO users (age) VALUES (\(Int?.none))") }
      #expect(null.code == .notNullViolation)
      #expect(null.column == "age")
      let foreign = try await failure { try await database.execute("INSERT INTO likes (owner) VALUES (\(99))") }
      #expect(foreign.code == .foreignKeyViolation)
    }
  }

  @Test func malformedStatementsHaveErrorCodes() async throws {
    try await withDatabase { database in
      for sql in ["SELEC 1", "SELECT * FROM nowhere", "", "-- nothing", "SELECT 1; SELECT 2", "SELECT ?"] as [SQL] {
        let query = try await failure { _ = try await database.query(sql) }
        #expect(query.code == .syntax, "\(sql)")
        let execute = try await failure { try await database.execute(sql) }
        #expect(execute.code == .syntax, "\(sql)")
      }
      #expect(try await database.query("SELECT 1 AS one; -- and that is all").count == 1)
    }
  }

  @Test func anErrorAtRunTimeQuotesNoBoundValue() async throws {
    try await withDatabase(schema: "CREATE VIRTUAL TABLE notes USING fts5 (text)") { database in
      for sql in [
        "SELECT * FROM notes WHERE notes MATCH \("\"hunter2 AND (")", "SELECT json_extract('{}', \("hunter2"))",
      ] as [SQL] {
        let error = try await failure { _ = try await database.query(sql) }
        #expect(error.code == .failed)
        #expect(!"\(error)".contains("hunter2"))
        #expect("\(error)".contains(sql.text))
      }
    }
  }

  @Test(arguments: TestEngine.allCases) func anIntegrityFailureIsNotRememberedByItsStatement(_ engine: TestEngine)
    async throws
  {
    try await withDatabase(on: engine, schema: Self.schema(engine)) { database in
      for id in [1, 1, 2, 2, 3] {
        _ = try? await database.execute("INSERT INTO users (id) VALUES (\(id))")
      }
      let count = try await database.first("SELECT count(*) AS n FROM users")
      #expect(try count?.get("n") == 3)
    }
  }

  @Test func preparedStatementsFollowSchemaChanges() async throws {
    try await withDatabase(schema: "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)") { database in
      #expect(try await database.first("SELECT * FROM t")?.columns == ["a"])
      try await database.execute("ALTER TABLE t ADD COLUMN b TEXT DEFAULT 'x'")
      let row = try await database.first("SELECT * FROM t")
      #expect(row?.columns == ["a", "b"])
      #expect(try row?.get("b") == "x")
      try await database.execute("ALTER TABLE t RENAME COLUMN b TO c")
      #expect(try await database.first("SELECT * FROM t")?.columns == ["a", "c"])
    }
  }

  @Test(arguments: TestEngine.allCases) func moreReadsThanReadersAllReturn(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, connections: 2, schema: Self.schema(engine)) { database in
      try await database.execute("INSERT INTO users (id) VALUES (7)")
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<100 {
          group.addTask { try await database.first("SELECT id FROM users")?.get("id") ?? 0 }
        }
        for try await id in group { #expect(id == 7) }
      }
    }
  }

  @Test func aCancelledReadIsInterruptedAndItsReaderIsUsedAgain() async throws {
    try await withDatabase(connections: 1) { database in
      let endless: SQL = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n"
      for round in 0..<20 {
        let read = Task { try await database.query(endless) }
        // Later in each round, so that the query is cancelled before it begins and while it runs.
        for _ in 0..<(round * round) { await Task.yield() }
        read.cancel()
        await #expect(throws: CancellationError.self) { try await read.value }
      }
      let rows = try await database.query("SELECT 1 AS one")
      #expect(rows.count == 1)
    }
  }
}
