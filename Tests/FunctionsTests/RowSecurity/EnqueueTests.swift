import Edge
import Foundation
import SwiftletTesting
import Testing

private let remind = Function("remind", access: .serviceRole) { (_: String, _) in NoContent() }

/// Jobs that are enqueued in the caller's transaction, although the caller's role has no rights on the queue.
@Suite(.onPostgres) struct EnqueueTests {
  private struct Fault: Error {}

  private static let plan = Function("plan", access: .user) { (title: String, context) in
    let who = try await context.userDatabase.transaction { transaction in
      var who = [try await transaction.first(identity)?.text]
      try await transaction.execute("INSERT INTO adventure_plans (title) VALUES (\(title))")
      try await context.jobs.enqueue(remind, title, in: transaction)
      who.append(try await transaction.first(identity)?.text)
      if title == "never" { throw Fault() }
      let plans = try await transaction.query("SELECT user_id::text AS u FROM adventure_plans")
      return who + (try plans.map { try $0.text })
    }
    return Outcome(rows: who)
  }
  .needsPostgres()

  @Test func theJobIsEnqueuedIfAndOnlyIfTheTransactionCommits() async throws {
    try await withApps(adding: [Self.plan, remind, asCaller, asHost], connections: 1) { host in
      let (user, other) = (UUID(), UUID())
      try await host.register(user, other)
      try await host.database.execute("INSERT INTO adventure_plans (user_id, title) VALUES (\(other), 'x')")
      let outcome: Outcome = try await host.call("plan", as: .user(user), json: "a trip").decode()
      let caller = "authenticated \(user.text) -"
      #expect(outcome.rows == [caller, caller, user.text], "the caller's role again")
      #expect(try await host.call("plan", as: .user(user), json: "never").status == 500)
      #expect(try await host.queuedJobs().map(\.name) == ["remind"])
      #expect(try await host.count("SELECT count(*) FROM adventure_plans") == 2)
      try await host.expectNothingLeft()
      try await host.drainJobs()
      #expect(try await host.history(of: "remind").map(\.outcome) == ["completed"])
    }
  }

  @Test func aCallersStatementsCannotReachTheQueue() async throws {
    try await withApps(adding: [asCaller]) { host in
      let user = UUID()
      for sql in [
        "SELECT name FROM swiftlet.jobs", "DELETE FROM swiftlet.jobs", "SELECT id FROM swiftlet.hosts",
        "INSERT INTO swiftlet.job_settings (name, is_paused) VALUES ('remind', 1)",
      ] {
        let outcome = try await host.execute(sql, changes: !sql.hasPrefix("SELECT"), by: user)
        #expect(outcome == Outcome(refusal: "insufficientPrivilege"), "\(sql)")
      }
    }
  }

  @Test func theCallersRoleReturnsAfterAnError() async throws {
    let stumble = Function("stumble", access: .user) { context in
      let who = try await context.userDatabase.transaction { transaction in
        var who: [String?] = []
        let error = await #expect(throws: DatabaseError.self) {
          try await transaction.savepoint { try await transaction.asHost.execute("SELECT 1 / 0") }
        }
        #expect(error?.code == .failed)
        who.append(try await transaction.first(identity)?.text)
        try await transaction.savepoint { _ = try await transaction.asHost.first(identity) }
        who.append(try await transaction.first(identity)?.text)
        who.append(try await transaction.asHost.first("SELECT current_user::text AS who")?.text)
        try await transaction.asHost.run(script: "SELECT 1; SELECT 2")
        let refused = await #expect(throws: DatabaseError.self) {
          try await transaction.savepoint { try await transaction.execute("DELETE FROM swiftlet.jobs") }
        }
        #expect(refused?.code == .insufficientPrivilege)
        return who
      }
      return Outcome(rows: who)
    }
    .needsPostgres()
    try await withApps(adding: [stumble, asHost], connections: 1) { host in
      let user = UUID()
      let outcome: Outcome = try await host.call("stumble", as: .user(user)).decode()
      let caller = "authenticated \(user.text) -"
      let login = try await host.database.first("SELECT session_user::text AS who")?.text
      #expect(outcome.rows == [caller, caller, login])
      try await host.expectNothingLeft()
    }
  }

  @Test func statementsAroundAsHostRunAsTheCaller() async throws {
    let beside = Function("beside", access: .user) { context in
      let rows = try await context.userDatabase.transaction { transaction in
        try await withThrowingTaskGroup(of: (Bool, String?).self) { group in
          for number in 0..<100 {
            let isHost = number.isMultiple(of: 3)
            let used = isHost ? transaction.asHost : transaction
            group.addTask { (isHost, try await used.first("SELECT current_user::text AS who")?.text) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
      }
      return [true, false].map { kind in
        let who = Set(rows.filter { $0.0 == kind }.compactMap(\.1))
        return who.count == 1 ? who.first : "mixed"
      }
    }
    .needsPostgres()
    try await withApps(adding: [beside], connections: 1) { host in
      let who: [String?] = try await host.call("beside", as: .user(UUID())).decode()
      let login = try await host.database.first("SELECT session_user::text AS who")?.text
      #expect(who == [login, "authenticated"])
    }
  }
}

/// The same calls on SQLite, which has no row-level security.
@Suite(.enabled(if: TemporaryDatabase.server == nil, "SWIFTLET_TEST_DATABASE names a server"))
struct UserDatabaseOnSQLiteTests {
  @Test func everyUseIsATypedError() async throws {
    let codes = Function("codes", access: .user) { context in
      let database = context.userDatabase
      func code(_ body: () async throws -> Void) async -> String? {
        do { try await body() } catch { return (error as? DatabaseError)?.code.rawValue }
        return nil
      }
      return [
        await code { _ = try await database.query("SELECT 1") },
        await code { try await database.execute("DELETE FROM users") },
        await code { try await database.transaction { _ = try await $0.query("SELECT 1") } },
        await code { _ = try await context.database.query("SELECT 1") },
      ]
    }
    .needsPostgres()
    let unhandled = Function("unhandled", access: .user) { context in
      try await context.userDatabase.execute("DELETE FROM users")
    }
    try await withApps(adding: [codes, unhandled]) { host in
      let user = UUID()
      let answer: [String?] = try await host.call("codes", as: .user(user)).decode()
      #expect(answer == ["notSupported", "notSupported", "notSupported", nil])
      #expect(try await host.call("unhandled", as: .user(user)).status == 500)
    }
  }
}
