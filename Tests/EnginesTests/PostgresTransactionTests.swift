import Database
import Foundation
import Testing

@testable import Engines

@Suite(.timeLimit(.minutes(10))) struct PostgresTransactionTests {
  private static let schema = "CREATE TABLE t (id bigint PRIMARY KEY, n bigint NOT NULL DEFAULT 0)"

  @Test func afterAFailedStatementOnlyARollbackIsPossible() async throws {
    try await withPostgres(connections: 1, schema: Self.schema) { engine, _ in
      let database = Database(engine)
      let error = try await failure {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1)")
          _ = try? await transaction.execute("INSERT INTO t VALUES (1)")
          let next = await #expect(throws: DatabaseError.self) { try await transaction.query("SELECT 1") }
          #expect(next?.code == .transactionAborted)
        }
      }
      #expect(error.code == .transactionAborted)
      #expect(try await ids(database) == [])
    }
  }

  @Test func aBodysStatementsMayRunConcurrently() async throws {
    try await withPostgres(connections: 1, schema: Self.schema) { engine, _ in
      let database = Database(engine)
      try await database.transaction { transaction in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for id in 1...50 { group.addTask { _ = try await transaction.execute("INSERT INTO t VALUES (\(id))") } }
          try await group.waitForAll()
        }
      }
      #expect(try await ids(database) == Array(1...50))
      struct Refused: Error {}
      await #expect(throws: Refused.self) {
        try await database.transaction { transaction in
          async let one = transaction.execute("DELETE FROM t WHERE id = 1")
          async let two = transaction.execute("DELETE FROM t WHERE id = 2")
          _ = try await (one, two)
          throw Refused()
        }
      }
      #expect(try await ids(database) == Array(1...50))
    }
  }

  @Test func aDeferredConstraintFailsTheTransaction() async throws {
    let schema = Self.schema + "; CREATE TABLE c (t bigint REFERENCES t (id) DEFERRABLE INITIALLY DEFERRED)"
    try await withPostgres(schema: schema) { engine, _ in
      let database = Database(engine)
      let error = try await failure {
        try await database.transaction { _ = try await $0.execute("INSERT INTO c VALUES (9)") }
      }
      #expect(error.code == .foreignKeyViolation)
      #expect(try await database.query("SELECT * FROM c").isEmpty)
      #expect(database.statistics.transactions == 0)
    }
  }

  @Test func aConflictingTransactionIsTriedAgainIfAllowed() async throws {
    try await withPostgres(connections: 8, schema: Self.schema + "; INSERT INTO t VALUES (1)") { engine, _ in
      let database = Database(engine)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<10 {
              try await database.transaction(isolation: .serializable, retries: 100) { transaction in
                let n: Int = try await transaction.first("SELECT n FROM t WHERE id = 1")?.get("n") ?? 0
                try await transaction.execute("UPDATE t SET n = \(n + 1) WHERE id = 1")
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await database.first("SELECT n FROM t")?.get("n") == 80)
    }
  }

  /// Two bodies that have both read before either writes.
  private func collide(_ database: Database, retries: Int, runs: Counter) async throws -> [DatabaseError.Code?] {
    let hasRead = [Signal(), Signal()]
    return await withTaskGroup(of: DatabaseError.Code?.self) { group in
      for index in 0...1 {
        group.addTask {
          do {
            try await database.transaction(isolation: .repeatableRead, retries: retries) { transaction in
              await runs.add()
              _ = try await transaction.query("SELECT n FROM t")
              await hasRead[index].fire()
              await hasRead[1 - index].wait()
              try await transaction.execute("UPDATE t SET n = n + 1")
            }
            return nil
          } catch {
            return (error as? DatabaseError)?.code
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func aConflictingTransactionWithoutRetriesFails() async throws {
    try await withPostgres(schema: Self.schema + "; INSERT INTO t VALUES (1)") { engine, _ in
      let runs = Counter()
      let codes = try await collide(Database(engine), retries: 0, runs: runs)
      #expect(Set(codes) == [nil, .serializationFailure])
      #expect(await runs.count == 2)
      let again = try await collide(Database(engine), retries: 3, runs: runs)
      #expect(again == [nil, nil])
      #expect(await runs.count == 5)
      #expect(try await Database(engine).first("SELECT n FROM t")?.get("n") == 3)
    }
  }

  @Test func aDeadlockEndsOneOfTheTwoTransactions() async throws {
    try await withPostgres(schema: Self.schema + "; INSERT INTO t VALUES (1), (2)") { engine, _ in
      let database = Database(engine)
      let hasLocked = [Signal(), Signal()]
      let codes = await withTaskGroup(of: DatabaseError.Code?.self) { group in
        for index in 0...1 {
          group.addTask {
            do {
              try await database.transaction { transaction in
                try await transaction.execute("UPDATE t SET n = n + 1 WHERE id = \(index + 1)")
                await hasLocked[index].fire()
                await hasLocked[1 - index].wait()
                try await transaction.execute("UPDATE t SET n = n + 1 WHERE id = \(2 - index)")
              }
              return nil
            } catch {
              return (error as? DatabaseError)?.code
            }
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(codes == [nil, .deadlock])
    }
  }

  @Test func aCancelledBodyStopsAtItsNextStatementAndIsRolledBack() async throws {
    try await withPostgres(connections: 1, schema: Self.schema) { engine, _ in
      let database = Database(engine)
      let isOpen = Signal()
      let isCancelled = Signal()
      let task = Task {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1)")
          await isOpen.fire()
          await isCancelled.wait()
          try await transaction.execute("INSERT INTO t VALUES (2)")
        }
      }
      await isOpen.wait()
      task.cancel()
      await isCancelled.fire()
      await #expect(throws: CancellationError.self) { try await task.value }
      let left = try await ids(database)
      #expect(left.isEmpty)
    }
  }

  @Test func aBodyMayOutliveItsEngine() async throws {
    try await withPostgres(limit: .milliseconds(200), connections: 1) { engine, _ in
      let isClosed = Signal()
      async let late = failure {
        try await Database(engine).transaction { transaction in
          _ = try await transaction.query("SELECT 1")
          // The connection is taken from it, so the engine need not wait for its end.
          await isClosed.wait()
          async let one = transaction.query("SELECT 2")
          _ = try await one
        }
      }
      while engine.statistics.timeouts == 0 { await Task.yield() }
      await engine.close()
      await isClosed.fire()
      let error = try await late
      #expect(error.code == .transactionTimedOut)
    }
  }

  @Test func aTransactionWithoutStatementsSendsNone() async throws {
    try await withPostgres(connections: 1) { engine, _ in
      let database = Database(engine)
      let value = try await database.transaction { _ in 7 }
      #expect(value == 7)
      let error = try await failure { _ = try await database.transaction { $0 }.query("SELECT 1") }
      #expect(error.code == .transactionEnded)
    }
  }

  @Test func aStatementOfABatchSeesTheChangesOfTheLocksLastHolder() async throws {
    try await withPostgres(connections: 8, schema: Self.schema + "; INSERT INTO t VALUES (1)") { engine, _ in
      let database = Database(engine)
      let seen = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<40 {
          group.addTask {
            try await database.transaction { transaction in
              let rows = try await transaction.batch([
                "SELECT FROM t WHERE id = 1 FOR UPDATE",
                "INSERT INTO t (id, n) SELECT count(*) + 1, count(*) FROM t RETURNING n",
              ])
              return try rows[1][0].get("n")
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(seen.sorted() == Array(1...40))
    }
  }

  @Test func aScriptIsOneRoundTripAndStopsAtItsFirstFailure() async throws {
    try await withPostgres { engine, _ in
      let database = Database(engine)
      let error = try await failure {
        try await database.transaction { transaction in
          try await transaction.run(script: "CREATE TABLE a (id int); INSERT INTO nowhere VALUES (1); SELECT 1")
        }
      }
      #expect(error.code == .syntax)
      #expect(error.statement == " INSERT INTO nowhere VALUES (1)")
      try await database.transaction { transaction in
        try await transaction.run(
          script: """
            -- A comment; with a semicolon.
            CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $body$ BEGIN RETURN 1; END $body$;
            CREATE FUNCTION g() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 2 END; END;
            CREATE TABLE b (t text DEFAULT 'a;b', u text DEFAULT E'it\\'s;');
            INSERT INTO b DEFAULT VALUES;
            """)
      }
      let row = try #require(try await database.first("SELECT f() AS f, g() AS g, t, u FROM b"))
      #expect(try row.get("f") == 1)
      #expect(try row.get("g") == 2)
      #expect(try row.get("t") == "a;b")
      #expect(try row.get("u") == "it's;")
    }
  }
}
