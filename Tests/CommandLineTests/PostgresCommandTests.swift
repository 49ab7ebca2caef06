import Channel
import Edge
import Foundation
import Jobs
import SwiftletTesting
import Testing
import Wire

@testable import Swiftlet

/// The commands on a Postgres database: the tables that they make, and those that they do not change.
@Suite(
  .enabled(if: TemporaryDatabase.server != nil, "SWIFTLET_TEST_DATABASE names no server"), .timeLimit(.minutes(10)))
struct PostgresCommandTests {
  private static let notes = MigrationSet(
    name: "notes",
    [
      Migration(
        version: 1, name: "notes", sqlite: "CREATE TABLE notes (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT",
        postgres: "CREATE TABLE notes (id uuid PRIMARY KEY, body text NOT NULL)")
    ])
  private static let tags = MigrationSet(
    name: "tags",
    [
      Migration(
        version: 1, name: "tags", sqlite: "CREATE TABLE tags (name TEXT PRIMARY KEY) STRICT",
        postgres: "CREATE TABLE tags (name text PRIMARY KEY)")
    ])
  private static let application = Application(
    jobs: [Job("tidy_up", every: "0 3 1 1 *") { _ in }], migrations: [notes, tags])

  private func withConsole(
    _ application: Application = Self.application, _ body: (Console, Database) async throws -> Void
  ) async throws {
    let temporary = try await TemporaryDatabase()
    do {
      var console = try Console(application)
      console.database = try #require(temporary.url)
      try await body(console, temporary.database)
    } catch {
      await temporary.remove()
      throw error
    }
    await temporary.remove()
  }

  /// The tables and the columns of the project's schema.
  private func columns(_ database: Database) async throws -> [String] {
    try await database.query(
      """
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' ORDER BY 1
      """
    ).map { try $0.get("name") }
  }

  @Test func allTablesAreMadeOnAnEmptyDatabase() async throws {
    try await withConsole { console, database in
      let dry = await console.run("migrate", "--dry-run")
      #expect(dry.code == 0, "\(dry.error)")
      #expect(dry.output.contains(/notes +1 +notes +pending\n/), "\(dry.output)")
      let none = try await columns(database)
      #expect(none.isEmpty)
      let first = await console.run("migrate")
      #expect(first.code == 0, "\(first.error)")
      #expect(first.output.contains(/swiftlet +1 +jobs +applied\n/), "\(first.output)")
      #expect(first.output.contains(/notes +1 +notes +applied\n/), "\(first.output)")
      #expect(try await columns(database) == ["notes.body", "notes.id", "tags.name"])
      #expect(await console.run("migrate").output == "Nothing to apply: the database is up to date.\n")
    }
  }

  @Test func aProjectsOwnTablesAreCheckedAndNotChanged() async throws {
    try await withConsole { console, database in
      try await database.execute("CREATE TABLE notes (id uuid PRIMARY KEY)")
      let refused = await console.run("migrate")
      #expect(refused.code == 1)
      let words = "error: The database has tables of its own, and lacks notes (body)\nhint: "
      #expect(refused.error.hasPrefix(words), "\(refused.error)")
      #expect(refused.error.contains("migrate --apps"))
      #expect(try await columns(database) == ["notes.id"])
      // The project's own tables are complete: none is made.
      try await database.transaction { transaction in
        try await transaction.run(
          script: "ALTER TABLE notes ADD COLUMN body varchar(9); CREATE TABLE tags (name text, colour text)")
      }
      let before = try await columns(database)
      let checked = await console.run("migrate")
      #expect(checked.code == 0, "\(checked.error)")
      #expect(await console.run("migrate").output == "Nothing to apply: the database is up to date.\n")
      #expect(try await columns(database) == before)
    }
  }

  @Test func theAppsTablesAreMadeOnRequest() async throws {
    try await withConsole { console, database in
      try await database.execute("CREATE TABLE theirs (id int)")
      let refused = await console.run("migrate")
      #expect(refused.error.contains("lacks notes (body, id)"), "\(refused.error)")
      let asked = await console.run("migrate", "--apps", "--json")
      #expect(asked.code == 0, "\(asked.error)")
      #expect(try await columns(database) == ["notes.body", "notes.id", "tags.name", "theirs.id"])
      // From then on this program migrates them.
      #expect(await console.run("migrate").output == "Nothing to apply: the database is up to date.\n")
    }
  }

  /// Until its tables are made, a host refuses the bundle and does not know it.
  @Test func aBundlesTablesAreMadeByTheCommandThatNamesIt() async throws {
    try await withConsole(Application()) { console, database in
      let manifest = Manifest(bundle: "notes", migrations: [ManifestMigrations(Self.notes)])
      try console.folder.write("notes.json", String(decoding: try Wire.encode(manifest), as: UTF8.self))
      let executable = try console.folder.write(script: "notes", "exec /bin/cat '\(console.folder.path)/notes.json'")
      try await database.execute("CREATE TABLE theirs (id int)")
      let refused = await console.run("migrate", "--bundle", executable)
      #expect(refused.code == 1)
      let hint = "migrate --apps --bundle <executable>` make the tables of notes"
      #expect(refused.error.contains(hint), "\(refused.error)")
      let asked = await console.run("migrate", "--apps", "--bundle", executable)
      #expect(asked.code == 0, "\(asked.error)")
      #expect(try await columns(database) == ["notes.body", "notes.id", "theirs.id"])
    }
  }

  @Test func hostsThatStartAtOnceMakeTheTablesOnce() async throws {
    for _ in 1...3 {
      try await withConsole { console, database in
        let results = await withTaskGroup(of: Console.Result.self) { group in
          for _ in 0..<4 { group.addTask { await console.run("migrate") } }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.map(\.code) == [0, 0, 0, 0], "\(results.map(\.error))")
        #expect(results.filter { $0.output.contains(/notes +1 +notes +applied\n/) }.count == 1)
        let made = try await columns(database)
        #expect(made == ["notes.body", "notes.id", "tags.name"])
      }
    }
  }

  @Test func anExtensionsTablesAreNotTheProjects() async throws {
    try await withConsole { console, database in
      try await database.transaction { transaction in
        try await transaction.run(script: "CREATE TABLE spatial (id int); ALTER EXTENSION plpgsql ADD TABLE spatial")
      }
      let migrated = await console.run("migrate")
      #expect(migrated.code == 0, "\(migrated.error)")
      #expect(try await columns(database) == ["notes.body", "notes.id", "spatial.id", "tags.name"])
    }
  }

  @Test func aRoleThatRowLevelSecurityAppliesToIsRefused() async throws {
    try await withConsole { console, database in
      let role = "limited_\(UUID().uuidString.lowercased().prefix(8))"
      let name = try #require(console.database.split(separator: "/").last)
      try await database.transaction { transaction in
        try await transaction.run(
          script: """
            CREATE ROLE \(role) LOGIN PASSWORD 'limited';
            GRANT CREATE ON DATABASE \(name) TO \(role);
            CREATE TABLE notes (id uuid, body text);
            CREATE TABLE tags (name text);
            ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
            GRANT ALL ON notes, tags TO \(role);
            """)
      }
      var limited = console
      limited.database = console.database.replacing(/\/\/[^@]*@/, with: "//\(role):limited@")
      let refused = await limited.run("migrate")
      #expect(refused.code == 1)
      let words = "error: Row-level security hides the rows of notes from the host's role, \(role)\nhint: "
      #expect(refused.error.hasPrefix(words), "\(refused.error)")
      #expect(!refused.error.contains(":limited"), "no password")
      try await database.execute("ALTER TABLE notes DISABLE ROW LEVEL SECURITY")
      #expect(await limited.run("migrate").code == 0)
      try await database.transaction { transaction in
        try await transaction.run(script: "DROP OWNED BY \(role) CASCADE; DROP ROLE \(role)")
      }
    }
  }

  @Test func aServerThatOnlyReadsIsNotReady() async throws {
    try await withConsole { console, database in
      #expect(await console.run("migrate").code == 0)
      let location = try #require(DatabaseLocation(console.database))
      try await location.withDatabase { opened in
        #expect(await Self.application.problems(of: opened) == [])
      }
      let name = try #require(console.database.split(separator: "/").last)
      try await database.transaction { transaction in
        try await transaction.run(script: "ALTER DATABASE \(name) SET default_transaction_read_only = on")
      }
      try await location.withDatabase { opened in
        #expect(await Self.application.problems(of: opened) == ["the database's server only reads"])
      }
    }
  }

  @Test func aLockOfAnotherSessionIsNamed() async throws {
    try await withConsole { console, database in
      #expect(await console.run("migrate").code == 0)
      try console.folder.write("config.toml", "[swiftlet]\nstatement_timeout = \"1s\"\n")
      try await database.transaction { transaction in
        try await transaction.run(script: "LOCK TABLE swiftlet.migrations IN ACCESS EXCLUSIVE MODE")
        let refused = await console.run("migrate")
        #expect(refused.code == 69)
        #expect(refused.error.contains("swiftlet.migrations, cannot be used: "), "\(refused.error)")
        #expect(refused.error.contains("hint: another process holds a lock"), "\(refused.error)")
      }
      #expect(await console.run("migrate").code == 0)
    }
  }

  @Test func aRoleWithoutRightsOnTheSchemaIsToldWhatItNeeds() async throws {
    try await withConsole { console, database in
      #expect(await console.run("migrate").code == 0)
      let role = "stranger_\(UUID().uuidString.lowercased().prefix(8))"
      try await database.transaction { transaction in
        try await transaction.run(script: "CREATE ROLE \(role) LOGIN PASSWORD 'stranger'")
      }
      var stranger = console
      stranger.database = console.database.replacing(/\/\/[^@]*@/, with: "//\(role):stranger@")
      let refused = await stranger.run("migrate")
      #expect(refused.code == 1)
      let words = "error: permission denied for schema swiftlet\nhint: make the role the owner of the schema swiftlet"
      #expect(refused.error.hasPrefix(words), "\(refused.error)")
      try await database.transaction { transaction in
        try await transaction.run(script: "DROP ROLE \(role)")
      }
    }
  }

  /// The statement takes five seconds on every machine, and the default limit is eight.
  @Test func aStatementOfACommandHasTheConfiguredLimit() async throws {
    let slow = Application(seed: { database, _ in _ = try await database.query("SELECT pg_sleep(5)") })
    try await withConsole(slow) { console, _ in
      try console.folder.write("config.toml", "[swiftlet]\nstatement_timeout = \"1s\"\n")
      let seeded = await console.run("seed")
      #expect(seeded.code == 1)
      #expect(seeded.error.contains("The statement took longer than the limit"), "\(seeded.error)")
    }
  }

  @Test func theListsNameTheHostsOfRuns() async throws {
    try await withConsole { console, _ in
      #expect(await console.run("jobs", "hosts").output == "No host has announced itself.\n")
      try await console.withHost {
        let run = await console.run("jobs", "run", "tidy_up")
        #expect(run.output.wholeMatch(of: /tidy_up completed in [\d.]+ m?s \(job 1, try 1\)\n/) != nil, "\(run)")
        let hosts: [JobHost] = try await console.run("jobs", "hosts", "--json").json()
        #expect(hosts.map(\.isUp) == [true])
        let line = /HOST +VERSION +STATE +RUNNING +SINCE +LAST SEEN\n\S+\/\d+\/\w+ +\S+ +up +0 +\S+Z +\S+Z\n/
        let listed = await console.run("jobs", "hosts").output
        #expect(listed.wholeMatch(of: line) != nil, "\(listed)")
        let list = await console.run("jobs", "list").output
        #expect(list.contains(/tidy_up .* completed \S+Z +\S+\/\d+ +on\n/), "\(list)")
        let history: [RunRecord] = try await console.run("jobs", "history", "--json").json()
        #expect(history.map(\.host) == hosts.map(\.id))
      }
      // The host has removed its row when it stopped.
      #expect(await console.run("jobs", "hosts").output == "No host has announced itself.\n")
    }
  }
}
