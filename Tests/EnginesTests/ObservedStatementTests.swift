import Database
import Edge
import Foundation
import Logging
import Testing

/// The statements of a run as its steps: in the host's process, and of a worker, on both engines.
@Suite(.timeLimit(.minutes(10))) struct ObservedStatementTests {
  private struct Refused: Error {}

  /// Runs a body with a run's database, and returns the run.
  private func observing(
    _ engine: TestEngine, _ body: (Database) async throws -> Void
  ) async throws -> RunSummary {
    let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)"
    if engine != engine.base {
      return try await withCall(on: engine, schema: schema) { database, call, _ in
        try await body(database)
        return try #require(call.invocation.steps)
      }
    }
    return try await withDatabase(on: engine, limit: .seconds(3600), connections: 4, schema: schema) { base in
      let run = Invocation(
        id: InvocationID(at: Date()), trigger: .manual, identity: nil, deadline: Date(timeIntervalSinceNow: 3600),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        services: RemoteCall.services(on: base), began: .now())
      try await body(run.database)
      return try #require(run.steps)
    }
  }

  @Test(arguments: TestEngine.allCases) func statementsAreStepsWithoutValues(_ engine: TestEngine) async throws {
    let summary = try await observing(engine) { database in
      try await database.execute("INSERT INTO t VALUES (\(1), \("a secret"))")
      #expect(try await database.query("SELECT name FROM t WHERE id = \(1)").count == 1)
      let failed = try await failure { try await database.execute("INSERT INTO t VALUES (\(1), \("a secret"))") }
      #expect(failed.code == .uniqueViolation)
    }
    #expect(
      summary.operations.map(\.text) == [
        "INSERT INTO t VALUES (?, ?)", "SELECT name FROM t WHERE id = ?", "INSERT INTO t VALUES (?, ?)",
      ])
    #expect(summary.operations.map(\.error) == [nil, nil, "uniqueViolation"])
    #expect(summary.operations.allSatisfy { $0.kind == .statement })
    #expect(summary.database > 0 && summary.calls == 0 && summary.dropped == 0)
    #expect(!"\(summary)".contains("a secret"))
  }

  @Test(arguments: TestEngine.allCases) func aBatchIsOneStep(_ engine: TestEngine) async throws {
    let summary = try await observing(engine) { database in
      _ = try await database.batch(["INSERT INTO t VALUES (\(1), \("a secret"))", "SELECT name FROM t"])
    }
    #expect(summary.operations.map(\.text) == ["INSERT INTO t VALUES (?, ?);\nSELECT name FROM t"])
  }

  @Test(arguments: TestEngine.allCases) func aTransactionsStatementsAreSteps(_ engine: TestEngine) async throws {
    let summary = try await observing(engine) { database in
      try await database.transaction { transaction in
        try await transaction.execute("INSERT INTO t VALUES (\(1), \("a"))")
        try? await transaction.savepoint {
          try await transaction.execute("INSERT INTO t VALUES (\(2), \("b"))")
          throw Refused()
        }
        let rows = try await transaction.batch(["SELECT id FROM t", "SELECT name FROM t WHERE id = \(1)"])
        #expect(rows.map(\.count) == [1, 1])
      }
    }
    #expect(
      summary.operations.map(\.text) == [
        "BEGIN", "INSERT INTO t VALUES (?, ?)", "SAVEPOINT", "INSERT INTO t VALUES (?, ?)", "ROLLBACK TO SAVEPOINT",
        "SELECT id FROM t;\nSELECT name FROM t WHERE id = ?", "COMMIT",
      ])
    #expect(summary.operations.allSatisfy { $0.error == nil })
  }

  /// A worker does not wait for the end of a transaction that it rolls back, so its order is not fixed.
  @Test(arguments: TestEngine.local) func aTransactionThatFailsIsRolledBack(_ engine: TestEngine) async throws {
    let summary = try await observing(engine) { database in
      await #expect(throws: Refused.self) {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (\(1), \("a"))")
          throw Refused()
        }
      }
      let rows = try await database.query("SELECT id FROM t")
      #expect(rows.isEmpty)
    }
    #expect(
      summary.operations.map(\.text) == ["BEGIN", "INSERT INTO t VALUES (?, ?)", "ROLLBACK", "SELECT id FROM t"])
    #expect(summary.operations.allSatisfy { $0.error == nil })
  }

  @Test(arguments: TestEngine.allCases) func allStatementsCountAndTheFirstAreKept(_ engine: TestEngine) async throws {
    let summary = try await observing(engine) { database in
      for number in 0..<80 { _ = try await database.query("SELECT id FROM t WHERE id = \(number)") }
    }
    #expect(summary.operations.count == 64)
    #expect(summary.dropped == 16)
    #expect(summary.database >= summary.operations.reduce(0) { $0 + $1.microseconds })
  }
}
