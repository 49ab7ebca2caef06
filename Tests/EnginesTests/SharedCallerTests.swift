import Database
import Foundation
import Testing

@testable import Engines

/// Parts of a shared transaction with a caller's rights, or with an isolation of their own.
@Suite(.timeLimit(.minutes(10))) struct SharedCallerTests {
  private static let schema = """
    DO $$ BEGIN CREATE ROLE swiftlet_caller; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
    CREATE TABLE notes (id int PRIMARY KEY, owner text DEFAULT current_setting('request.jwt.claims')::json ->> 'sub');
    ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON notes USING (owner = current_setting('request.jwt.claims')::json ->> 'sub');
    GRANT ALL ON notes TO swiftlet_caller;
    """

  private func who(_ database: Database) async throws -> String? {
    try await database.first(
      "SELECT current_user || '/' || coalesce(current_setting('request.jwt.claims', true), '') AS who"
    )?.get("who")
  }

  private func claims(_ name: String) -> String { "{\"sub\": \"\(name)\"}" }

  @Test func aPartHasItsCallersRightsAlone() async throws {
    try await withPostgres(connections: 1, schema: Self.schema) { engine, _ in
      let database = Database(engine)
      try await database.sharing { shared in
        let host = shared.database
        let ann = host.acting(as: "swiftlet_caller", claims: claims("ann"))
        let bob = host.acting(as: "swiftlet_caller", claims: claims("bob"))
        #expect(try await who(ann) == "swiftlet_caller/\(claims("ann"))")
        #expect(try await who(host) == "postgres/")
        #expect(try await ann.execute("INSERT INTO notes (id) VALUES (1)") == 1)
        let counts = try await bob.transaction { transaction in
          let own = try await transaction.batch(["INSERT INTO notes (id) VALUES (2)", "SELECT id FROM notes"])[1].count
          let all = try await transaction.asHost.query("SELECT id FROM notes").count
          return [own, all, try await transaction.query("SELECT id FROM notes").count]
        }
        #expect(counts == [1, 2, 1])
        // A statement that the policy refuses undoes its part alone, and leaves no rights behind.
        let foreign = try await failure { try await ann.execute("INSERT INTO notes VALUES (3, 'bob')") }
        #expect(foreign.code == .insufficientPrivilege)
        let role = try await failure { try await ann.execute("SET LOCAL ROLE postgres") }
        #expect(role.code == .transactionControl)
        #expect(try await who(host) == "postgres/")
        #expect(try await host.query("SELECT id FROM notes ORDER BY id").map { try $0.get("id") } == [1, 2])
      }
      #expect(try await who(database) == "postgres/")
      #expect(try await database.query("SELECT id FROM notes").count == 2)
    }
  }

  @Test func aCallerOfAnInvalidRoleIsRefused() async throws {
    try await withPostgres(connections: 1, schema: Self.schema) { engine, _ in
      try await Database(engine).sharing { shared in
        for name in ["none", "a role", ""] {
          let caller = shared.database.acting(as: name, claims: claims("ann"))
          #expect(try await failure { _ = try await caller.query("SELECT 1") }.code == .insufficientPrivilege)
          #expect(try await failure { try await caller.execute("SELECT 1") }.code == .insufficientPrivilege)
          let body = try await failure { try await caller.transaction { _ = try await $0.query("SELECT 1") } }
          #expect(body.code == .insufficientPrivilege)
        }
        #expect(try await who(shared.database) == "postgres/")
      }
    }
  }

  @Test func aFileHasNoCallers() async throws {
    try await withDatabase { database in
      try await database.sharing { shared in
        let caller = shared.database.acting(as: "authenticated", claims: "{}")
        let error = try await failure { _ = try await caller.query("SELECT 1") }
        #expect(error.code == .notSupported)
      }
    }
  }

  @Test func theFirstChangeChoosesTheIsolation() async throws {
    try await withPostgres(connections: 1, schema: "CREATE TABLE t (id INTEGER PRIMARY KEY)") { engine, _ in
      let database = Database(engine)
      let level: SQL = "SELECT current_setting('transaction_isolation') AS level"
      try await database.sharing { shared in
        let parts = shared.database
        #expect(try await parts.first(level)?.get("level") == "read committed")
        try await parts.transaction(isolation: .repeatableRead) { transaction in
          #expect(try await transaction.first(level)?.get("level") == "repeatable read")
          try await transaction.execute("INSERT INTO t VALUES (1)")
        }
        try await parts.execute("INSERT INTO t VALUES (2)")
        let late = try await failure {
          try await parts.transaction(isolation: .serializable) { _ = try await $0.query("SELECT id FROM t") }
        }
        #expect(late.code == .notSupported)
      }
      #expect(try await ids(database) == [1, 2])
    }
  }
}
