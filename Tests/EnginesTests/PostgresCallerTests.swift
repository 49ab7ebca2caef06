import Database
import Foundation
import Testing

@testable import Engines

/// Statements with a caller's rights, which leave no trace on the connection.
@Suite(.timeLimit(.minutes(10))) struct PostgresCallerTests {
  private static let schema = """
    DO $$ BEGIN CREATE ROLE swiftlet_caller; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
    CREATE TABLE notes (id int PRIMARY KEY, owner text DEFAULT current_setting('request.jwt.claims')::json ->> 'sub');
    ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON notes USING (owner = current_setting('request.jwt.claims')::json ->> 'sub');
    GRANT ALL ON notes TO swiftlet_caller;
    """
  private static let identity: SQL = """
    SELECT current_user::text AS role, coalesce(current_setting('request.jwt.claims', true), '') AS claims,
      current_setting('transaction_read_only') AS read_only
    """

  private func caller(_ database: Database, _ name: String) -> Database {
    database.acting(as: "swiftlet_caller", claims: "{\"sub\": \"\(name)\"}")
  }

  /// Checks that the only connection has no role and no claims of an earlier caller.
  private func expectNothingLeft(_ database: Database, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let row = try #require(try await database.first(Self.identity))
    #expect(try row.get("role") == "postgres", sourceLocation: sourceLocation)
    #expect(try row.get("claims") == "", sourceLocation: sourceLocation)
    let written = try await database.transaction { try await $0.first(Self.identity) }
    #expect(try written?.get("role") == "postgres", sourceLocation: sourceLocation)
    #expect(try written?.get("claims") == "", sourceLocation: sourceLocation)
  }

  @Test func eachCallerSeesItsOwnRowsInQueriesStatementsAndTransactions() async throws {
    try await withPostgres(connections: 1, schema: Self.schema) { engine, _ in
      let database = Database(engine)
      let (ann, bob) = (caller(database, "ann"), caller(database, "bob"))
      #expect(try await ann.execute("INSERT INTO notes (id) VALUES (1)") == 1)
      try await bob.transaction { _ = try await $0.execute("INSERT INTO notes (id) VALUES (2)") }
      for (who, own) in [(ann, 1), (bob, 2)] {
        #expect(try await who.query("SELECT id FROM notes").map { try $0.get("id") } == [own])
        #expect(
          try await who.transaction { try await $0.query("SELECT id FROM notes") }.map { try $0.get("id") } == [own])
        #expect(try await who.execute("DELETE FROM notes WHERE id = \(3 - own)") == 0)
        let error = try await failure { try await who.execute("INSERT INTO notes VALUES (9, 'somebody')") }
        #expect(error.code == .insufficientPrivilege)
        #expect(try await who.first(Self.identity)?.get("role") == "swiftlet_caller")
        let write = try await failure { _ = try await who.query("DELETE FROM notes") }
        #expect(write.code == .writeInQuery)
      }
      #expect(try await database.query("SELECT id FROM notes ORDER BY id").map { try $0.get("id") } == [1, 2])
      try await expectNothingLeft(database)
    }
  }

  @Test func aTransactionThatDidNotBeginRunsNothing() async throws {
    let schema = """
      \(Self.schema)
      CREATE FUNCTION forget() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'DEALL' || 'OCATE ALL'; END $$;
      """
    try await withPostgres(connections: 1, schema: schema) { engine, _ in
      let database = Database(engine)
      let ann = caller(database, "ann")
      try await ann.transaction { _ = try await $0.query("SELECT 1 AS one") }
      _ = try await database.query("SELECT forget()")
      let refused = try await failure {
        try await ann.transaction { transaction in
          // The server does not know the prepared BEGIN any more.
          _ = try? await transaction.query("SELECT 1 AS one")
          let row = try await transaction.first(Self.identity)
          #expect(try row?.get("role") == "swiftlet_caller", "with the host's rights")
        }
      }
      #expect(refused.code == .unavailable)
      try await expectNothingLeft(database)
      #expect(try await ann.first(Self.identity)?.get("role") == "swiftlet_caller")
    }
  }

  @Test func noRightsStayAfterAFailureACancellationOrATimeout() async throws {
    try await withPostgres(connections: 1, schema: Self.schema) { engine, _ in
      let database = Database(engine)
      let ann = caller(database, "ann")
      _ = try await failure { try await ann.transaction { _ = try await $0.query("SELECT nothing") } }
      try await expectNothingLeft(database)
      _ = try await failure { _ = try await ann.query("SELECT 1/0") }
      try await expectNothingLeft(database)
      let isOpen = Signal()
      let cancelled = Task {
        try await ann.transaction { transaction in
          try await transaction.execute("INSERT INTO notes (id) VALUES (1)")
          await isOpen.fire()
          _ = try await transaction.query("SELECT pg_sleep(60)")
        }
      }
      await isOpen.wait()
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      try await expectNothingLeft(database)
      #expect(try await database.query("SELECT * FROM notes").isEmpty)
    }
    try await withPostgres(limit: .milliseconds(500), connections: 1, schema: Self.schema) { engine, _ in
      let database = Database(engine)
      let ann = caller(database, "ann")
      let late = try await failure {
        try await ann.transaction { transaction in
          try await transaction.execute("INSERT INTO notes (id) VALUES (2)")
          while database.statistics.timeouts < 1 { await Task.yield() }
        }
      }
      #expect(late.code == .transactionTimedOut)
      try await expectNothingLeft(database)
      #expect(try await database.query("SELECT * FROM notes").isEmpty)
    }
  }

  @Test func aCallerCannotChangeItsRole() async throws {
    try await withPostgres(connections: 1, schema: Self.schema) { engine, _ in
      let database = Database(engine)
      let ann = caller(database, "ann")
      for sql in ["SET LOCAL request.jwt.claims = '{}'", "RESET ROLE", "SET ROLE postgres", "SET x.y = '1'"] as [SQL] {
        let error = try await failure { try await ann.transaction { _ = try await $0.execute(sql) } }
        #expect(error.code == .transactionControl, "\(sql)")
      }
      // By a function that the rules do not recognise: the connection is not used again.
      _ = try await ann.query("SELECT set_config('request.jwt.claims', 'forged', false)")
      try await expectNothingLeft(database)
      for role in ["", "none", "NONE", "a b", "x\"y", "é", String(repeating: "r", count: 64)] {
        let error = try await failure { _ = try await database.acting(as: role, claims: "{}").query("SELECT 1") }
        #expect(error.code == .insufficientPrivilege)
      }
      let unknown = database.acting(as: "nobody_by_this_name", claims: "{}")
      #expect(try await failure { _ = try await unknown.query("SELECT 1") }.statement == "SELECT 1")
      #expect(
        try await failure { _ = try await unknown.transaction { try await $0.query("SELECT 1") } }.code == .failed)
    }
  }

  @Test func onSQLiteTheFirstUseIsAnError() async throws {
    try await withDatabase { database in
      let caller = database.acting(as: "authenticated", claims: "{}")
      let query = try await failure { _ = try await caller.query("SELECT 1") }
      let transaction = try await failure { try await caller.transaction { _ in } }
      #expect([query.code, transaction.code] == [.notSupported, .notSupported])
    }
  }
}
