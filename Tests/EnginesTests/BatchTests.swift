import Database
import Engines
import Testing

/// Batches that are a transaction of their own.
@Suite(.timeLimit(.minutes(10))) struct BatchTests {
  private static let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)"

  @Test(arguments: TestEngine.allCases) func itAnswersEachStatement(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let count: SQL = "SELECT count(*) AS n FROM t"
      let answers = try await database.batch([
        "INSERT INTO t VALUES (1, \("a")), (2, \("b"))", count, "INSERT INTO t VALUES (3, \("c")) RETURNING id", count,
      ])
      #expect(answers.map(\.count) == [0, 1, 1, 1])
      #expect(try answers[1].first?.get("n") == 2)
      #expect(try answers[2].first?.get("id") == 3)
      #expect(try answers[3].first?.get("n") == 3)
      #expect(try await ids(database) == [1, 2, 3])
      #expect(try await database.batch([]).isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases) func itsFirstFailureUndoesAllOfIt(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let statements: [SQL] = ["INSERT INTO t VALUES (1, 'a')", "INSERT INTO t VALUES (2, 'b'), (1, 'again')"]
      let error = try await failure { _ = try await database.batch(statements + ["INSERT INTO t VALUES (3, 'c')"]) }
      #expect(error.code == .uniqueViolation)
      #expect(error.statement == statements[1].description)
      // One that cannot even be prepared, and one that may not run here.
      for refused: SQL in ["INSERT INTO nowhere VALUES (3)", "COMMIT"] {
        await #expect(throws: DatabaseError.self) {
          _ = try await database.batch(["INSERT INTO t VALUES (5, 'e')", refused])
        }
      }
      #expect(try await ids(database).isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases) func aConstraintThatIsCheckedAtTheEndUndoesIt(
    _ engine: TestEngine
  ) async throws {
    let schema = Self.schema + "; CREATE TABLE u (id INTEGER REFERENCES t (id) DEFERRABLE INITIALLY DEFERRED)"
    try await withDatabase(on: engine, schema: schema) { database in
      _ = try await database.batch(["INSERT INTO u VALUES (1)", "INSERT INTO t VALUES (1, 'a')"])
      let error = try await failure {
        _ = try await database.batch(["INSERT INTO t VALUES (2, 'b')", "INSERT INTO u VALUES (9)"])
      }
      #expect(error.code == .foreignKeyViolation)
      #expect(try await ids(database) == [1])
    }
  }

  @Test(arguments: TestEngine.allCases) func aTransactionsBodyCannotRunOne(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      let error = try await failure {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1, 'a')")
          _ = try await database.batch(["INSERT INTO t VALUES (2, 'b')"])
        }
      }
      #expect(error.code == .transactionNested)
      #expect(try await ids(database).isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases) func itIsAPartOfASharedTransaction(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: Self.schema) { database in
      try await database.sharing { shared in
        _ = try await shared.database.batch(["INSERT INTO t VALUES (1, 'a')", "INSERT INTO t VALUES (2, 'b')"])
        _ = try await failure {
          _ = try await shared.database.batch(["INSERT INTO t VALUES (3, 'c')", "INSERT INTO t VALUES (1, 'again')"])
        }
        #expect(try await ids(database).isEmpty, "the shared transaction is not committed")
      }
      #expect(try await ids(database) == [1, 2])
    }
  }

  @Test(arguments: [TestEngine.postgres, .remotePostgres]) func itHasItsCallersRights(
    _ engine: TestEngine
  ) async throws {
    let schema = """
      DO $$ BEGIN CREATE ROLE swiftlet_caller; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
      CREATE TABLE notes (id int PRIMARY KEY, owner text DEFAULT current_setting('request.jwt.claims')::json ->> 'sub');
      ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON notes USING (owner = current_setting('request.jwt.claims')::json ->> 'sub');
      GRANT ALL ON notes TO swiftlet_caller;
      """
    try await withDatabase(on: engine, connections: 1, schema: schema) { database in
      try await database.execute("INSERT INTO notes VALUES (1, 'bob')")
      let ann = database.acting(as: "swiftlet_caller", claims: "{\"sub\": \"ann\"}")
      let rows = try await ann.batch(["INSERT INTO notes (id) VALUES (2)", "SELECT id FROM notes"])
      #expect(rows.map(\.count) == [0, 1])
      let refused = try await failure {
        _ = try await ann.batch(["INSERT INTO notes (id) VALUES (3)", "INSERT INTO notes VALUES (4, 'bob')"])
      }
      #expect(refused.code == .insufficientPrivilege)
      #expect(try await database.query("SELECT id FROM notes").count == 2)
    }
  }

  @Test func itRunsAgainAfterAChangeOfItsTables() async throws {
    try await withDatabase(on: .postgres, connections: 1, schema: Self.schema) { database in
      func rows(_ id: Int) async throws -> [Row] {
        try await database.batch(["INSERT INTO t (id) VALUES (\(id))", "SELECT * FROM t"])[1]
      }
      #expect(try await rows(1).first?.columns == ["id", "name"])
      try await database.execute("ALTER TABLE t ADD COLUMN more TEXT")
      #expect(try await rows(2).first?.columns == ["id", "name", "more"])
      #expect(try await ids(database) == [1, 2])
    }
  }

  @Test(arguments: TestEngine.allCases) func eachStatementSeesTheChangesOfTheLocksLastHolder(
    _ engine: TestEngine
  ) async throws {
    let lock: [SQL] = engine.base == .postgres ? ["SELECT FROM t WHERE id = 0 FOR UPDATE"] : []
    try await withDatabase(on: engine, connections: 8, schema: Self.schema) { database in
      try await database.execute("INSERT INTO t VALUES (0, 'lock')")
      let insert: SQL = "INSERT INTO t SELECT count(*), 'n' FROM t RETURNING id"
      let seen = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<40 {
          group.addTask { try await database.batch(lock + [insert]).last?.first?.get("id") ?? 0 }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(seen.sorted() == Array(1...40))
    }
  }
}
