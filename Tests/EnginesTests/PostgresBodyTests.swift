import Database
import Foundation
import Testing

@testable import Engines

/// The threads of transactions' bodies, and the effect of a body that keeps its thread.
@Suite(.timeLimit(.minutes(10))) struct PostgresBodyTests {
  private static let schema = "CREATE TABLE t (id bigint PRIMARY KEY)"

  @Test func aBodyRunsOnTheThreadThatReadsItsResults() async throws {
    try await withPostgres(connections: 4, schema: Self.schema) { engine, _ in
      let database = Database(engine)
      let threads = try await withThrowingTaskGroup(of: Set<String?>.self) { group in
        for task in 0..<8 {
          group.addTask {
            try await database.transaction { transaction in
              var threads = [currentThread()]
              for step in 0..<8 {
                try await transaction.execute("INSERT INTO t VALUES (\(task * 8 + step))")
                threads.append(currentThread())
              }
              return Set(threads)
            }
          }
        }
        return try await group.reduce(into: Set()) { $0.formUnion($1) }
      }
      #expect(threads == ["swiftlet-pg"])
      #expect(try await ids(database).count == 64)
    }
  }

  @Test func aBodyThatKeepsItsThreadDoesNotBlockOthers() async throws {
    try await withPostgres(connections: 3, schema: Self.schema) { engine, _ in
      let database = Database(engine)
      let gate = Gate()
      let begun = [Signal(), Signal()]
      let keepers = (1...2).map { id in
        Task {
          try await database.transaction { transaction in
            try await transaction.execute("INSERT INTO t VALUES (\(id))")
            await begun[id - 1].fire()
            gate.pass()
            try await transaction.execute("INSERT INTO t VALUES (\(id + 10))")
          }
        }
      }
      for signal in begun { await signal.wait() }
      try await database.execute("INSERT INTO t VALUES (3)")
      try await database.transaction { transaction in
        try await transaction.execute("INSERT INTO t VALUES (4)")
        try await transaction.execute("INSERT INTO t VALUES (5)")
      }
      #expect(try await ids(database) == [3, 4, 5])
      gate.open()
      for keeper in keepers { try await keeper.value }
      #expect(try await ids(database) == [1, 2, 3, 4, 5, 11, 12])
    }
  }

  @Test func aBodyThatKeepsItsThreadTimesOutAndDoesNotKeepTheEngineOpen() async throws {
    try await withPostgres(limit: .milliseconds(300), connections: 1, schema: Self.schema) { engine, _ in
      let database = Database(engine)
      let gate = Gate()
      let begun = Signal()
      let keeper = Task {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1)")
          await begun.fire()
          gate.pass()
          try await transaction.execute("INSERT INTO t VALUES (2)")
        }
      }
      await begun.wait()
      #expect(try await ids(database) == [])
      await engine.close()
      gate.open()
      let error = try await failure { try await keeper.value }
      #expect(error.code == .transactionTimedOut)
    }
  }

  @Test func aBatchHasTheCallersRightsUnlessItRunsAsTheHost() async throws {
    let schema = """
      DO $$ BEGIN CREATE ROLE swiftlet_caller; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
      \(Self.schema)
      """
    let whoami: SQL = "SELECT current_user::text AS role"
    try await withPostgres(connections: 1, schema: schema) { engine, _ in
      let database = Database(engine).acting(as: "swiftlet_caller", claims: "{}")
      let roles = try await database.transaction { transaction in
        let own = try await transaction.batch([whoami, whoami])
        let host = try await transaction.asHost.batch([whoami, "INSERT INTO t VALUES (1)", whoami])
        let after = try await transaction.batch([whoami])
        return try (own + host + after).compactMap { try $0.first?.get("role", as: String.self) }
      }
      let caller = "swiftlet_caller"
      #expect(roles == [caller, caller, "postgres", "postgres", caller])
      let refused = try await failure {
        try await database.transaction { _ = try await $0.batch([whoami, "INSERT INTO t VALUES (2)"]) }
      }
      #expect(refused.code == .insufficientPrivilege)
      #expect(refused.statement == "INSERT INTO t VALUES (2)")
    }
  }

  @Test func anEmptyStatementIsRefusedBeforeAnythingRuns() async throws {
    try await withPostgres(connections: 1, schema: Self.schema) { engine, _ in
      let database = Database(engine)
      for empty: SQL in ["", " ; ", "-- nothing\n", "/* nothing */"] {
        try await database.transaction { transaction in
          let error = try await failure { _ = try await transaction.batch(["INSERT INTO t VALUES (1)", empty]) }
          #expect(error.code == .syntax)
        }
        #expect(try await failure { _ = try await database.query(empty) }.code == .syntax)
      }
      #expect(try await ids(database) == [])
    }
  }
}

private func currentThread() -> String? { Thread.current.name }

/// A gate that blocks threads, as a long computation does.
private final class Gate: Sendable {
  private let opening = DispatchSemaphore(value: 0)

  /// Blocks until the gate is opened.
  func pass() {
    opening.wait()
    opening.signal()
  }

  func open() { opening.signal() }
}
