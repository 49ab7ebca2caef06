import Database
import Foundation
import Logging
import Testing

@testable import Engines

/// The values that statements bind and return, and the statements that are refused.
@Suite(.timeLimit(.minutes(10))) struct PostgresStatementTests {
  @Test func typesAreReadAsSQLiteStoresThem() async throws {
    try await withPostgres { engine, _ in
      let row = try #require(
        try await engine.query(
          """
          SELECT true AS bool, (-5)::int2 AS int2, 7::int4 AS int4, \(Int64.min)::int8 AS int8, 1.5::float4 AS float4,
            0.1::float8 AS float8, sum(n) AS sum, 2.50::numeric AS numeric,
            '6BA7B810-9DAD-11D1-80B4-00C04FD430C8'::uuid AS uuid,
            '2025-11-20 10:30:00+02'::timestamptz AS moment, '2025-11-20 08:30:00.1234'::timestamp AS exact,
            '2025-11-20'::date AS day, '\\x00ff'::bytea AS blob, '{"a": 1}'::jsonb AS jsonb, NULL::int AS absent,
            ARRAY['a b', NULL, '"\\'] AS texts, '{1,2}'::int8[] AS numbers, '{t,f}'::bool[] AS flags,
            ARRAY['6BA7B810-9DAD-11D1-80B4-00C04FD430C8'::uuid] AS uuids, '{}'::text[] AS none,
            '{{1},{2}}'::int[] AS deep,
            'infinity'::timestamptz AS never, ''::text AS empty, 99999999999999999999::numeric AS huge
          FROM generate_series(1, 3) AS n
          """, limit: 1
        ).first)
      let expected: [(String, DatabaseValue)] = [
        ("bool", .integer(1)), ("int2", .integer(-5)), ("int4", .integer(7)), ("int8", .integer(.min)),
        ("float4", .real(1.5)), ("float8", .real(0.1)), ("sum", .integer(6)), ("numeric", .real(2.5)),
        ("uuid", .text("6ba7b810-9dad-11d1-80b4-00c04fd430c8")), ("moment", .text("2025-11-20T08:30:00.000Z")),
        ("exact", .text("2025-11-20T08:30:00.1234Z")), ("day", .text("2025-11-20")), ("blob", .blob([0, 255])),
        ("jsonb", .text("{\"a\": 1}")), ("absent", .null), ("texts", .text(#"["a b",null,"\"\\"]"#)),
        ("numbers", .text("[1,2]")), ("flags", .text("[true,false]")),
        ("uuids", .text(#"["6ba7b810-9dad-11d1-80b4-00c04fd430c8"]"#)), ("none", .text("[]")),
        ("deep", .text("{{1},{2}}")), ("never", .text("infinity")), ("empty", .text("")), ("huge", .real(1e20)),
      ]
      for (column, value) in expected { #expect(try row.get(column) == value, "\(column)") }
    }
  }

  @Test func timestampsKeepTheZoneThatATransactionSets() async throws {
    try await withPostgres { engine, _ in
      let row = try await Database(engine).transaction { transaction in
        try await transaction.execute("SET LOCAL TimeZone = 'Asia/Kolkata'")
        return try await transaction.first("SELECT '2025-11-20 08:30:00.5Z'::timestamptz AS moment")
      }
      #expect(try row?.get("moment") == "2025-11-20 14:00:00.5+05:30")
      #expect(try row?.get("moment") == Date(timeIntervalSince1970: 1_763_627_400.5))
    }
  }

  @Test func valuesFitTheTypeOfTheColumn() async throws {
    let schema = """
      CREATE TABLE v (id uuid, moment timestamptz, flag boolean, day date, bytes bytea, number int, real float8,
        json jsonb, name text)
      """
    try await withPostgres(schema: schema) { engine, _ in
      let database = Database(engine)
      let id = UUID()
      let moment = Date(timeIntervalSince1970: 1_763_627_400.125)
      let bytes: [UInt8] = [0, 39, 92, 255]
      let hostile = "x'); DROP TABLE v; -- \\ \" ünï 🐦"
      try await database.execute(
        """
        INSERT INTO v
        VALUES (\(id), \(moment), \(true), \("2025-11-20"), \(bytes), \(5.0), \(0.1 + 0.2), \("[1]"), \(hostile))
        """)
      let row = try #require(
        try await database.first("SELECT * FROM v WHERE id = \(id) AND flag = \(true) AND bytes = \(bytes)"))
      #expect(try row.get("id") == id)
      #expect(try row.get("moment") == moment)
      #expect(try row.get("flag") == true)
      #expect(try row.get("day") == "2025-11-20")
      #expect(try row.get("bytes") == bytes)
      #expect(try row.get("number") == 5)
      #expect(try row.get("real") == 0.1 + 0.2)
      #expect(try row.get("name") == hostile)
      try await database.execute("UPDATE v SET name = \(String?.none), bytes = \([UInt8]())")
      let changed = try #require(try await database.first("SELECT name, bytes FROM v"))
      #expect(try changed.get("name", as: String?.self) == nil)
      #expect(try changed.get("bytes") == [UInt8]())
      let zero = try await failure { try await database.execute("UPDATE v SET name = \("a\0b")") }
      #expect(zero.code == .unstorableText)
      let escaped = try await failure { _ = try await database.query("SELECT \(#"{"a":"\u0000"}"#)::jsonb") }
      #expect(escaped.code == .unstorableText)
    }
  }

  @Test(
    arguments: [
      "COMMIT", "begin", "START TRANSACTION", "/* /* x */ */ -- y\n ROLLBACK", ";END", "ABORT", "SAVEPOINT a",
      "RELEASE a", "PREPARE TRANSACTION 'x'", "SET TRANSACTION READ WRITE", "SET ROLE postgres",
      "SET LOCAL \"role\" = 'postgres'", "set session authorization postgres", "RESET ROLE", "RESET ALL", "DISCARD ALL",
    ] as [SQL])
  func neitherTransactionNorRoleIsControlledByStatements(_ sql: SQL) async throws {
    try await withPostgres(connections: 1) { engine, _ in
      let database = Database(engine)
      #expect(try await failure { try await database.execute(sql) }.code == .transactionControl)
      #expect(try await failure { _ = try await database.query(sql) }.code == .transactionControl)
      try await database.transaction { transaction in
        let error = await #expect(throws: DatabaseError.self) { try await transaction.execute(sql) }
        #expect(error?.code == .transactionControl)
        let one = try await transaction.first("SELECT 1 AS one")
        #expect(try one?.get("one") == 1)
      }
    }
  }

  @Test func aConnectionWithAChangedSessionIsNotUsedAgain() async throws {
    try await withPostgres(connections: 1) { engine, _ in
      let database = Database(engine)
      let process: SQL = "SELECT pg_backend_pid() AS id"
      let first: Int? = try await database.first(process)?.get("id")
      try await database.execute("SET lock_timeout = 12345")
      #expect(try await database.first("SHOW lock_timeout")?.get("lock_timeout") == "0")
      #expect(try await database.first(process)?.get("id") != first)
      _ = try await database.query("SELECT set_config('my.secret', 'x', false)")
      #expect(
        try await database.first("SELECT current_setting('my.secret', true) AS s")?.get("s", as: String?.self) == nil)
      try await database.execute("CREATE TEMP TABLE pg_class_of_mine AS SELECT 1 AS id")
      #expect(try await failure { _ = try await database.query("SELECT id FROM pg_class_of_mine") }.code == .syntax)
      for sql in ["COPY (SELECT 1) TO STDOUT", "LISTEN x"] as [SQL] {
        #expect(try await failure { try await database.execute(sql) }.code == .notSupported)
      }
    }
  }

  @Test func constraintErrorsHaveCodesAndNamesAndQuoteNoValues() async throws {
    let schema = """
      CREATE TABLE users (
        id bigint PRIMARY KEY, email text UNIQUE, age int NOT NULL DEFAULT 1 CONSTRAINT grown CHECK (age > 0));
      CREATE TABLE likes (owner bigint REFERENCES users (id));
      CREATE TABLE later (owner bigint REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO users (id, email) VALUES (1, 'hunter2');
      """
    try await withPostgres(schema: schema) { engine, _ in
      let database = Database(engine)
      let secret = "hunter2"
      let cases: [(SQL, DatabaseError.Code, String?, String?)] = [
        ("INSERT INTO users (id, email) VALUES (2, \(secret))", .uniqueViolation, "users_email_key", nil),
        ("INSERT INTO users (id) VALUES (1)", .uniqueViolation, "users_pkey", nil),
        ("INSERT INTO users (id, age) VALUES (2, \(-7))", .checkViolation, "grown", nil),
        ("INSERT INTO users (id, age) VALUES (2, \(Int?.none))", .notNullViolation, nil, "age"),
        ("INSERT INTO likes VALUES (\(99))", .foreignKeyViolation, "likes_owner_fkey", nil),
        ("INSERT INTO later VALUES (\(99))", .foreignKeyViolation, "later_owner_fkey", nil),
        ("SELECT * FROM users WHERE id = \(secret)", .failed, nil, nil),
        ("SELECT \(secret)::uuid", .failed, nil, nil),
        ("SELECT to_tsquery(\("hunter2 & & ("))", .syntax, nil, nil),
        ("SELECT 1 / (\(7)::int - 7)", .failed, nil, nil),
        ("SELECT \("99999999999")::int", .failed, nil, nil),
        // A message that would be shown if the statement bound no value, and one about a row's.
        ("SELECT \(secret)::regtype", .syntax, nil, nil),
        ("SELECT email::int FROM users", .failed, nil, nil),
      ]
      for (sql, code, constraint, column) in cases {
        let error = try await failure { try await database.execute(sql) }
        #expect(error.code == code, "\(sql)")
        #expect(error.constraint == constraint, "\(sql)")
        #expect(error.column == column, "\(sql)")
        #expect(error.statement == sql.text)
        #expect(!"\(error)".contains("hunter2") && !"\(error)".contains("-7") && !"\(error)".contains("9999999"))
      }
      #expect(try await database.first("SELECT count(*) AS n FROM later")?.get("n") == 0)
    }
  }

  @Test func malformedStatementsHaveErrorCodes() async throws {
    try await withPostgres { engine, _ in
      let database = Database(engine)
      for sql in ["SELEC 1", "SELECT * FROM nowhere", "", "-- nothing", "SELECT 1; SELECT 2", "SELECT ?"] as [SQL] {
        let query = try await failure { _ = try await database.query(sql) }
        #expect(query.code == .syntax, "\(sql)")
        let execute = try await failure { try await database.execute(sql) }
        #expect(execute.code == .syntax, "\(sql)")
      }
      let named = try await failure { _ = try await database.query("SELECT * FROM nowhere") }
      #expect(named.message == "relation \"nowhere\" does not exist")
      #expect(try await database.query("SELECT 1 AS one; -- and that is all").count == 1)
    }
  }

  @Test func preparedStatementsFollowSchemaChanges() async throws {
    try await withPostgres(connections: 1, schema: "CREATE TABLE t (a INT); INSERT INTO t VALUES (1)") { engine, _ in
      let database = Database(engine)
      #expect(try await database.first("SELECT * FROM t")?.columns == ["a"])
      try await database.execute("ALTER TABLE t ADD COLUMN b TEXT DEFAULT 'x'")
      #expect(try await database.first("SELECT * FROM t")?.columns == ["a", "b"])
      try await database.execute("ALTER TABLE t RENAME COLUMN b TO c")
      #expect(try await database.first("SELECT * FROM t")?.columns == ["a", "c"])
    }
  }

  @Test func moreStatementsThanTheCacheHoldsAllRun() async throws {
    try await withPostgres(connections: 1, schema: "CREATE TABLE t (a INT)") { engine, _ in
      let database = Database(engine)
      for round in 0..<2 {
        for number in 0..<300 {
          let sql = SQL(text: "SELECT \(number) AS n")
          #expect(try await database.first(sql)?.get("n") == number, "\(round)")
        }
      }
      let kept = try await database.first("SELECT count(*) AS n FROM pg_prepared_statements")
      #expect(try #require(try kept?.get("n", as: Int.self)) <= 257)
    }
  }

  @Test func aPlaceholderIsNotAQuestionMarkOfTheText() async throws {
    try await withPostgres { engine, _ in
      let database = Database(engine)
      let one: SQL = "SELECT '?' AS a, \("x") AS b"
      let other: SQL = "SELECT '\(raw: "?")' AS a, \("y") AS b"
      #expect(one.text == other.text)
      let rows = try await [database.first(one), database.first(other)]
      #expect(try rows.map { try $0?.get("b") } == ["x", "y"])
    }
  }

  @Test func behindAPoolerTheSessionStaysUnchanged() async throws {
    try await withPostgres(schema: "CREATE TABLE t (id int PRIMARY KEY)") { _, name in
      let url = try await PostgresServer.common().url(of: name)
      let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      let engine = try await PostgresEngine.open(
        PostgresOptions(url: url + "?pgbouncer=true", poolSize: 1), logger: quiet)
      let database = Database(engine)
      #expect(try await database.execute("INSERT INTO t VALUES (\(1)), (\(2))") == 2)
      #expect(try await failure { _ = try await database.query("DELETE FROM t") }.code == .writeInQuery)
      _ = try await failure { try await database.execute("INSERT INTO t VALUES (1)") }
      try await database.transaction { transaction in
        try await transaction.execute("DELETE FROM t WHERE id = \(1)")
        let limit = try await transaction.first("SHOW idle_in_transaction_session_timeout")
        #expect(try limit?.get("idle_in_transaction_session_timeout") == "10s")
      }
      #expect(try await database.first("SELECT count(*) AS n FROM t")?.get("n") == 1)
      #expect(try await database.first("SELECT count(*) AS n FROM pg_prepared_statements")?.get("n") == 0)
      let left = try await database.first("SHOW idle_in_transaction_session_timeout")
      #expect(try left?.get("idle_in_transaction_session_timeout") == "0")
      await database.close()
    }
  }
}
