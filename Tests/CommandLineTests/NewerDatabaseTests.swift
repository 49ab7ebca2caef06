import Edge
import Testing

@testable import Swiftlet

/// A command on a database that a newer program has migrated.
@Suite struct NewerDatabaseTests {
  private let console: Console

  init() throws {
    console = try Console(Application(jobs: [Job("tidy_up", every: "0 3 * * *") { _ in }]))
  }

  /// Records a migration of a newer program.
  private func recordNewerMigration(breaking: Bool) async throws {
    try await console.configuration().database.withDatabase { database in
      _ = try await database.execute(
        """
        INSERT INTO swiftlet_migrations (set_name, version, name, checksum, breaking, applied_at)
        SELECT set_name, 999, 'later', checksum, \(breaking), applied_at FROM swiftlet_migrations LIMIT 1
        """)
    }
  }

  @Test func aNewerMigrationThatIsNotBreakingChangesNothing() async throws {
    let list = await console.run("jobs", "list")
    try await recordNewerMigration(breaking: false)
    let newer = await console.run("jobs", "list")
    #expect((newer.code, newer.error) == (0, ""))
    #expect(newer.output.split(separator: "\n").count == list.output.split(separator: "\n").count)
  }

  @Test func aNewerMigrationThatIsBreakingIsNamed() async throws {
    _ = await console.run("jobs", "list")
    try await recordNewerMigration(breaking: true)
    let refused = await console.run("jobs", "list")
    #expect(refused.code == 1)
    #expect(refused.error.contains("the breaking migration 999 (later) of "), "\(refused.error)")
    #expect(!refused.error.contains("does not answer"), "\(refused.error)")
  }

  @Test func aFileThatIsNoDatabaseIsUnreachable() async throws {
    try console.folder.write("data.sqlite", "no database at all, but long enough to be looked at as if it were one")
    let broken = await console.run("jobs", "list")
    #expect(broken.code == 69)
    #expect(!broken.error.contains("migration"), "\(broken.error)")
  }
}
