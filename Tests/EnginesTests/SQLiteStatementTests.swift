import Database
import Testing

@testable import Engines

/// The bounds of statements on SQLite, which come from workers too.
@Suite struct SQLiteStatementTests {
  private static let endless: SQL = """
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT count(*) FROM numbers
    """

  private func withEngine<T>(
    statementTimeout: Duration = .seconds(3600), _ body: (Database) async throws -> T
  ) async throws -> T {
    let database = Database(try SQLiteEngine.temporary(options: SQLiteOptions(statementTimeout: statementTimeout)))
    try await database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let value = try await body(database)
    await database.close()
    return value
  }

  @Test func aStatementThatTakesTooLongIsEnded() async throws {
    try await withEngine(statementTimeout: .milliseconds(200)) { database in
      #expect(try await failure { _ = try await database.query(Self.endless) }.code == .statementTimedOut)
      #expect(try await failure { try await database.execute(Self.endless) }.code == .statementTimedOut)
      try await database.transaction { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        let error = try await failure { _ = try await transaction.query(Self.endless) }
        let script = try await failure { try await transaction.run(script: "SELECT 1; \(Self.endless.text);") }
        #expect(script.code == .statementTimedOut)
        #expect(error.code == .statementTimedOut)
        #expect(error.statement?.hasPrefix("WITH RECURSIVE") == true)
      }
      #expect(try await database.query("SELECT id FROM t").count == 1, "a read that was ended undoes nothing")
    }
  }

  @Test func aCancelledQueryWaitsForNoReader() async throws {
    try await withDatabase(connections: 1) { database in
      let readers = try #require(database.engine as? SQLiteEngine).readers
      let first = Task { try await database.query(Self.endless) }
      while readers.counts.readers == 0 { await Task.yield() }
      let second = Task { try await database.query("SELECT 1") }
      while readers.counts.waiting == 0 { await Task.yield() }
      second.cancel()
      await #expect(throws: CancellationError.self) { _ = try await second.value }
      first.cancel()
      await #expect(throws: CancellationError.self) { _ = try await first.value }
      #expect(try await database.query("SELECT 1").count == 1)
    }
  }

  @Test func aWriteThatTakesTooLongIsUndone() async throws {
    try await withEngine(statementTimeout: .milliseconds(200)) { database in
      let write: SQL = """
        INSERT INTO t WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT n FROM numbers
        """
      #expect(try await failure { try await database.execute(write) }.code == .statementTimedOut)
      try await database.execute("INSERT INTO t VALUES (1)")
      #expect(try await database.query("SELECT id FROM t").count == 1)
    }
  }

  @Test(arguments: [
    "ATTACH '/tmp/other.sqlite' AS other", "DETACH main", "PRAGMA hard_heap_limit = 1000", "PRAGMA synchronous = OFF",
    "PRAGMA writable_schema = ON", "PRAGMA busy_timeout(0)",
    "PRAGMA mmap_size", "CREATE TEMP TABLE t (id)", "CREATE TEMPORARY VIEW v AS SELECT 1", "CREATE TABLE temp.t (id)",
    "CREATE VIRTUAL TABLE temp.f USING fts5(a)",
    "CREATE TEMP TRIGGER u AFTER INSERT ON t BEGIN SELECT 1; END",
  ])
  func aStatementDoesNotReachBeyondItsDatabase(text: String) async throws {
    try await withEngine { database in
      let sql = SQL(verbatim: text)
      #expect(try await failure { _ = try await database.query(sql) }.code == .insufficientPrivilege)
      #expect(try await failure { try await database.execute(sql) }.code == .insufficientPrivilege)
      let script = try await failure { try await database.transaction { try await $0.run(script: text) } }
      #expect(script.code == .insufficientPrivilege)
      try await database.execute("INSERT INTO t VALUES (1)")
    }
  }

  /// Two bodies share a transaction, to which the setting belongs.
  @Test(arguments: [false, true]) func deferredForeignKeysEndWithTheirBody(isUndone: Bool) async throws {
    struct Undone: Error {}
    try await withEngine { database in
      try await database.execute("CREATE TABLE c (t INTEGER REFERENCES t (id))")
      let isOpen = Signal()
      let first = Task {
        try await database.transaction { transaction in
          try await transaction.execute("PRAGMA defer_foreign_keys = ON")
          try await transaction.execute("INSERT INTO c VALUES (1)")
          try await transaction.execute("INSERT INTO t VALUES (1)")
          await isOpen.fire()
          let writer = try #require(database.engine as? SQLiteEngine).writer
          while await writer.waitingCount == 0 { await Task.yield() }
          if isUndone { throw Undone() }
        }
      }
      await isOpen.wait()
      try await database.transaction { transaction in
        let error = try await failure { try await transaction.execute("INSERT INTO c VALUES (2)") }
        #expect(error.code == .foreignKeyViolation)
      }
      _ = await first.result
      #expect(try await database.query("SELECT t FROM c").count == (isUndone ? 0 : 1))
    }
  }

  @Test(arguments: [
    "PRAGMA table_info(t)", "SELECT name FROM pragma_table_info('t')", "PRAGMA foreign_keys", "PRAGMA quick_check(1)",
  ])
  func theSchemaCanBeRead(text: String) async throws {
    try await withEngine { database in
      let rows = try await database.query(SQL(verbatim: text))
      #expect(rows.count == 1)
    }
  }

  @Test func aMigrationHasNoTimeout() async throws {
    try await withEngine(statementTimeout: .zero) { database in
      let script = """
        INSERT INTO t WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 50000)
        SELECT n FROM numbers
        """
      let timed = try await failure { try await database.execute(SQL(verbatim: script)) }
      #expect(timed.code == .statementTimedOut)
      try await database.transaction { try await $0.migrate(script: script) }
    }
  }

  @Test func aPatternHasABound() async throws {
    try await withEngine { database in
      let pattern = String(repeating: "%a", count: 101)
      let long = try await failure { _ = try await database.query("SELECT 'a' LIKE \(pattern)") }
      #expect(long.code == .failed)
      let short = try await database.query("SELECT 'a' LIKE \(String(pattern.prefix(200)))")
      #expect(short.count == 1)
    }
  }

  @Test func aResultHasABound() async throws {
    try await withEngine { database in
      let large: SQL = """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT zeroblob(10000000) FROM numbers
        """
      let result = try await failure { _ = try await database.query(large) }
      #expect(result.code == .failed)
      let value = try await failure { _ = try await database.query("SELECT zeroblob(70000000)") }
      #expect(value.code == .failed)
      #expect(value.message.contains("64 MiB"))
    }
  }

  /// A statement that needs more memory fails alone. No test does it, since the limit holds for the whole process.
  @Test func theMemoryOfAllStatementsHasALimit() async throws {
    try await withEngine { _ in
      let handle = try SQLiteHandle(opening: ":memory:", for: .writing, busyTimeout: .zero)
      let limit = try SQLiteConnection(handle).query("PRAGMA hard_heap_limit", limit: 1).first
      #expect(try limit?.get("hard_heap_limit", as: Int.self) == 512 << 20)
    }
  }

  /// `instr` of SQLite would compare five million bytes at each of five million places.
  @Test func aFunctionTakesABoundedTime() async throws {
    try await withEngine { database in
      let place = try await database.first(
        "SELECT instr(hex(zeroblob(5000000)), hex(zeroblob(2500000)) || '1') AS place")
      #expect(try place?.get("place") == 0)
      let length = try await database.first(
        "SELECT length(replace(hex(zeroblob(5000000)), hex(zeroblob(2500000)) || '1', '')) AS length")
      #expect(try length?.get("length") == 10_000_000)
      let trimmed = try await failure {
        _ = try await database.query("SELECT trim(hex(zeroblob(5000000)), hex(zeroblob(100)))")
      }
      #expect(trimmed.code == .failed)
    }
  }
}
