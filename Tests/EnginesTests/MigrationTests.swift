import Database
import Engines
import Foundation
import Testing

@Suite struct MigrationTests {
  private let first = Migration(
    version: 1, name: "users", sql: "CREATE TABLE users (id INTEGER); -- ;\nINSERT INTO users VALUES (1);")
  private let second = Migration(
    version: 3, name: "names", sql: "ALTER TABLE users ADD COLUMN name TEXT; UPDATE users SET name = 'a;b'")

  private func records(_ database: Database) async throws -> [Row] {
    database.dialect == .postgres
      ? try await database.query("SELECT * FROM swiftlet.migrations ORDER BY version")
      : try await database.query("SELECT * FROM swiftlet_migrations ORDER BY version")
  }

  /// Whether there is no table `other`.
  private func isGone(_ database: Database) async throws -> Bool {
    database.dialect == .postgres
      ? try await database.first("SELECT 1 AS one WHERE to_regclass('other') IS NOT NULL") == nil
      : try await database.first("SELECT name FROM sqlite_master WHERE name = 'other'") == nil
  }

  @Test(arguments: TestEngine.allCases) func migrationsAreAppliedOnceAndInOrder(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine) { database in
      let set = MigrationSet(name: "apps", [first, second])
      #expect(try await database.pending(set) == [first, second])
      #expect(try await database.migrate(MigrationSet(name: "apps", [first])) == [first])
      #expect(try await database.pending(set) == [second])
      #expect(try await database.migrate(set) == [second])
      #expect(try await database.migrate(set) == [])
      #expect(try await database.pending(set) == [])
      #expect(try await database.first("SELECT name FROM users")?.get("name") == "a;b")
      let rows = try await records(database)
      #expect(try rows.map { try $0.get("version") } == [1, 3])
      #expect(try rows.map { try $0.get("set_name") } == ["apps", "apps"])
      #expect(try rows.first?.get("checksum", as: String.self).count == 64)
      #expect(try abs(#require(try rows.first?.get("applied_at", as: Date.self)).timeIntervalSinceNow) < 60)
    }
  }

  @Test(arguments: TestEngine.allCases) func setsAreIndependent(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine) { database in
      try await database.migrate(MigrationSet(name: "apps", [first]))
      let host = Migration(version: 1, name: "jobs", sql: "CREATE TABLE jobs (id INTEGER)")
      #expect(try await database.migrate(MigrationSet(name: "host", [host])) == [host])
    }
  }

  @Test(arguments: TestEngine.allCases) func anEditedMigrationIsRefused(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine) { database in
      try await database.migrate(MigrationSet(name: "apps", [first]))
      let rewritten = Migration(version: 1, name: "users", sql: "CREATE TABLE users (id TEXT)")
      let edited = MigrationSet(name: "apps", [rewritten, second])
      let error = try await failure { try await database.migrate(edited) }
      #expect(error.code == .migrationEdited)
      #expect(error.message.contains("1 (users) of apps"))
      #expect(try await failure { _ = try await database.pending(edited) }.code == .migrationEdited)
      #expect(try await records(database).count == 1)
    }
  }

  @Test(arguments: TestEngine.allCases) func aNewerMigrationIsReportedUnlessItIsBreaking(_ engine: TestEngine)
    async throws
  {
    try await withDatabase(on: engine) { database in
      let old = MigrationSet(name: "apps", [first])
      try await database.migrate(MigrationSet(name: "apps", [first, second]))
      let status = try await database.status(of: old)
      #expect(status.pending == [])
      #expect(status.newer.map(\.version) == [3])
      #expect(status.newer.map(\.name) == ["names"])
      #expect(try await database.migrate(old) == [])
      let breaking = Migration(version: 4, name: "rename", breaking: true, sql: "ALTER TABLE users RENAME TO people")
      try await database.migrate(MigrationSet(name: "apps", [first, second, breaking]))
      let error = try await failure { _ = try await database.status(of: old) }
      #expect(error.code == .migrationUnknown)
      #expect(error.message.contains("the breaking migration 4 (rename) of apps"))
      #expect(error.message.contains("newer"))
      #expect(try await failure { try await database.migrate(old) } == error)
      #expect(try await database.status(of: MigrationSet(name: "apps", [first, second, breaking])).newer == [])
      #expect(try await records(database).map { try $0.get("breaking") } == [false, false, true])
    }
  }

  @Test(arguments: TestEngine.allCases) func aMigrationOfAnotherProgramInBetweenIsRefused(_ engine: TestEngine)
    async throws
  {
    try await withDatabase(on: engine) { database in
      try await database.migrate(MigrationSet(name: "apps", [first, second]))
      let other = Migration(version: 4, name: "other", sql: "CREATE TABLE other (id INTEGER)")
      let error = try await failure { try await database.migrate(MigrationSet(name: "apps", [first, other])) }
      #expect(error.code == .migrationUnknown)
      #expect(error.message.contains("3 (names) of apps"))
      #expect(try await isGone(database))
    }
  }

  @Test(arguments: TestEngine.allCases) func versionsMustIncreaseAndNotBeInsertedLater(_ engine: TestEngine)
    async throws
  {
    try await withDatabase(on: engine) { database in
      let decreasing = try await failure { try await database.migrate(MigrationSet(name: "apps", [second, first])) }
      #expect(decreasing.code == .migrationOrder)
      let repeated = try await failure { try await database.migrate(MigrationSet(name: "apps", [first, first])) }
      #expect(repeated.code == .migrationOrder)
      try await database.migrate(MigrationSet(name: "apps", [first, second]))
      let between = Migration(version: 2, name: "between", sql: "SELECT 1")
      let set = MigrationSet(name: "apps", [first, between, second])
      let error = try await failure { try await database.migrate(set) }
      #expect(error.code == .migrationOrder)
      #expect(error.message.contains("2 (between)"))
    }
  }

  @Test(arguments: TestEngine.allCases) func aFailedMigrationIsUndoneAndThoseBeforeItStay(_ engine: TestEngine)
    async throws
  {
    try await withDatabase(on: engine) { database in
      let broken = Migration(
        version: 2, name: "broken", sql: "CREATE TABLE other (id INTEGER); INSERT INTO nowhere VALUES (1)")
      let error = try await failure { try await database.migrate(MigrationSet(name: "apps", [first, broken])) }
      #expect(error.code == .syntax)
      #expect(error.statement == " INSERT INTO nowhere VALUES (1)")
      #expect(error.message.hasPrefix("Migration 2 (broken) of apps: "))
      #expect(error.description.hasSuffix(" In: INSERT INTO nowhere VALUES (1)"))
      #expect(try await database.pending(MigrationSet(name: "apps", [first, broken])) == [broken])
      #expect(try await isGone(database))
      let committing = Migration(version: 2, name: "commits", sql: "CREATE TABLE other (id INTEGER); COMMIT")
      let refusal = try await failure { try await database.migrate(MigrationSet(name: "apps", [first, committing])) }
      #expect(refusal.code == .transactionControl)
      #expect(try await isGone(database))
    }
  }

  @Test(arguments: TestEngine.allCases) func aFailedMigrationHasTheDatabasesReason(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine) { database in
      let again = Migration(version: 2, name: "again", sql: "CREATE TABLE users (\n  id INTEGER\n)")
      let exists = try await failure { try await database.migrate(MigrationSet(name: "apps", [first, again])) }
      #expect(exists.message.hasPrefix("Migration 2 (again) of apps: ") && exists.message.contains("already exists"))
      // SQLite stops within the line.
      let line = "ALTER TABLE nowhere ADD COLUMN name TEXT"
      let absent = Migration(version: 2, name: "absent", sql: "\(line); SELECT 1")
      let lacking = try await failure { try await database.migrate(MigrationSet(name: "apps", [first, absent])) }
      #expect(lacking.statement == line)
    }
  }

  @Test(arguments: TestEngine.allCases) func concurrentCallsApplyEachMigrationOnce(_ engine: TestEngine) async throws {
    try await withDatabase(on: engine) { database in
      let set = MigrationSet(name: "apps", [first, second])
      async let one = database.migrate(set)
      async let two = database.migrate(set)
      let applied = try await one + two
      #expect(applied.map(\.version).sorted() == [1, 3])
      #expect(try await database.query("SELECT * FROM users").count == 1)
    }
  }
}
