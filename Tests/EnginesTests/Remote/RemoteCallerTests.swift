import Database
import Engines
import Foundation
import Testing
import Worker

/// A worker's statements with a caller's rights, and within an idempotent call's shared transaction.
@Suite(.timeLimit(.minutes(10))) struct RemoteCallerTests {
  private static let schema = """
    DO $$ BEGIN CREATE ROLE swiftlet_caller; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
    CREATE TABLE notes (id int PRIMARY KEY, owner text DEFAULT current_setting('request.jwt.claims')::json ->> 'sub');
    ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON notes USING (owner = current_setting('request.jwt.claims')::json ->> 'sub');
    GRANT ALL ON notes TO swiftlet_caller;
    """

  private func caller(_ database: Database, _ name: String) -> Database {
    database.acting(as: "swiftlet_caller", claims: "{\"sub\": \"\(name)\"}")
  }

  private func who(_ database: Database) async throws -> String? {
    try await database.first("SELECT current_user::text AS who")?.get("who")
  }

  @Test func eachCallerSeesItsOwnRows() async throws {
    try await withDatabase(on: .remotePostgres, connections: 1, schema: Self.schema) { database in
      let (ann, bob) = (caller(database, "ann"), caller(database, "bob"))
      #expect(try await ann.execute("INSERT INTO notes (id) VALUES (1)") == 1)
      let counts = try await bob.transaction { transaction in
        let own = try await transaction.batch(["INSERT INTO notes (id) VALUES (2)", "SELECT id FROM notes"])[1].count
        let all = try await transaction.asHost.query("SELECT id FROM notes").count
        return [own, all, try await transaction.query("SELECT id FROM notes").count]
      }
      #expect(counts == [1, 2, 1])
      for (name, own) in [(ann, 1), (bob, 2)] {
        #expect(try await name.query("SELECT id FROM notes").map { try $0.get("id") } == [own])
        let error = try await failure { try await name.execute("INSERT INTO notes VALUES (9, 'somebody')") }
        #expect(error.code == .insufficientPrivilege)
        let control = try await failure { try await name.transaction { _ = try await $0.execute("RESET ROLE") } }
        #expect(control.code == .transactionControl)
      }
      #expect(try await who(database) == "postgres")
    }
  }

  @Test func aTransactionLendsItselfToCallers() async throws {
    try await withDatabase(on: .remotePostgres, connections: 1, schema: Self.schema) { database in
      try await database.sharing { shared in
        let ann = caller(shared.database, "ann")
        let role = try await who(ann)
        #expect(role == "swiftlet_caller")
        #expect(try await ann.execute("INSERT INTO notes (id) VALUES (1)") == 1)
        #expect(try await who(shared.database) == "postgres")
      }
      #expect(try await database.query("SELECT id FROM notes").count == 1)
    }
  }

  @Test func aFileHasNoCallers() async throws {
    try await withDatabase(on: .remoteSQLite) { database in
      let ann = caller(database, "ann")
      let query = try await failure { _ = try await ann.query("SELECT 1") }
      let transaction = try await failure { try await ann.transaction { _ in } }
      #expect([query.code, transaction.code] == [.notSupported, .notSupported])
    }
  }

  @Test(arguments: TestEngine.local) func callsArePartsOfTheHostsSharedTransaction(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine, schema: "CREATE TABLE t (id INTEGER PRIMARY KEY)") { base in
      struct Refused: Error {}
      try await base.sharing { shared in
        try await withRemote(on: shared.database) { database, _ in
          try await database.execute("INSERT INTO t VALUES (1)")
          await #expect(throws: Refused.self) {
            try await database.transaction { transaction in
              try await transaction.execute("INSERT INTO t VALUES (2)")
              throw Refused()
            }
          }
          try await database.transaction { transaction in
            try await transaction.execute("INSERT INTO t VALUES (3)")
            // The read would wait for the body, which waits for it.
            #expect(try await failure { _ = try await database.query("SELECT id FROM t") }.code == .transactionNested)
          }
          #expect(try await ids(database) == [1, 3])
          #expect(try await ids(base).isEmpty)
        }
      }
      #expect(try await ids(base) == [1, 3])
    }
  }
}
