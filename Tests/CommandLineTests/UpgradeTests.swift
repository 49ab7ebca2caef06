import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Swiftlet

/// Programs of two versions on one database: an upgrade while hosts of the old version run, and the way back.
@Suite(.timeLimit(.minutes(10))) struct UpgradeTests {
  private static let first = Migration(version: 1, name: "notes", sql: "CREATE TABLE notes (id INTEGER, body TEXT)")
  private static let adding = Migration(version: 2, name: "tags", sql: "ALTER TABLE notes ADD COLUMN tag TEXT")
  private static let breaking = Migration(
    version: 3, name: "rename", breaking: true, sql: "ALTER TABLE notes RENAME TO papers")

  private static func application(_ migrations: Migration...) -> Application {
    Application(migrations: [MigrationSet(name: "notes", migrations)])
  }

  private let old = Self.application(first)
  private let new = Self.application(first, adding)
  private let newest = Self.application(first, adding, breaking)

  /// Runs a test with one empty database and its address.
  private func withDatabase(_ body: (Database, String) async throws -> Void) async throws {
    let temporary = try await TemporaryDatabase()
    let folder = try TemporaryFolder()
    let result: Result<Void, any Error>
    do {
      if let url = temporary.url {
        result = .success(try await body(temporary.database, url))
      } else {
        let url = "sqlite:\(folder.path)/data.sqlite"
        let location = try #require(DatabaseLocation(url))
        result = .success(try await location.withDatabase { try await body($0, url) })
      }
    } catch {
      result = .failure(error)
    }
    await temporary.remove()
    try result.get()
  }

  private func console(_ application: Application, on url: String) throws -> Console {
    var console = try Console(application)
    console.database = url
    return console
  }

  @Test func anOldHostGoesOnAfterAMigrationThatIsNotBreaking() async throws {
    try await withDatabase { database, url in
      _ = try await Preparation(application: old, database: database).run()
      let upgraded = try await console(new, on: url).run("migrate")
      #expect(upgraded.output.contains(/notes +2 +tags +applied\n/), "\(upgraded)")
      // The old host is ready, and another of its version starts.
      #expect(await old.problems(of: database) == [])
      let steps = try await Preparation(application: old, database: database).run()
      #expect(steps.flatMap(\.migrations) == [])
      #expect(steps.flatMap(\.newer).map(\.name) == ["tags"])
      let listed = try await console(old, on: url).run("migrate")
      #expect(listed.code == 0)
      #expect(listed.output.hasPrefix("Nothing to apply: the database is up to date.\n"), "\(listed)")
      #expect(listed.output.contains(/notes +2 +tags +newer\n/), "\(listed)")
    }
  }

  @Test func anOldHostGivesOneReasonAfterABreakingMigration() async throws {
    try await withDatabase { database, url in
      _ = try await Preparation(application: new, database: database).run()
      let dry = try await console(newest, on: url).run("migrate", "--dry-run")
      #expect(dry.output.contains(/notes +3 +rename +pending, breaking\n/), "\(dry)")
      #expect(try await console(newest, on: url).run("migrate").code == 0)
      let reason = "database has the breaking migration 3 (rename) of notes, which this program does not know"
      #expect(await new.problems(of: database) == ["the \(reason): a newer program applied it"])
      // In place of `serve`, which a test process can start only once.
      let refused = try await console(new, on: url).run("migrate")
      #expect(refused.code == 1)
      #expect(
        refused.error == """
          error: The \(reason): a newer program applied it.
          hint: start the program that applied it, or a newer one; to go back, restore the database from before it

          """)
      #expect(await newest.problems(of: database) == [])
    }
  }

  @Test func anUnreachableDatabaseIsOneProblem() async throws {
    try await withDatabase { database, _ in
      _ = try await Preparation(application: new, database: database).run()
      await database.close()
      #expect(await new.problems(of: database) == ["the database does not answer"])
    }
  }
}
