import Edge
import Foundation
import Testing

@testable import Swiftlet

@Suite struct ProgramTests {
  private let console: Console

  init() throws {
    console = try Console(
      Application(
        migrations: [
          MigrationSet(name: "own", [Migration(version: 1, name: "words", sql: "CREATE TABLE words (word TEXT)")])
        ],
        seed: { database, _ in try await database.execute("INSERT INTO words VALUES ('seeded')") }))
  }

  private func words() async throws -> Int {
    let location = try #require(DatabaseLocation(console.database))
    return try await location.withDatabase { try await $0.query("SELECT word FROM words").count }
  }

  @Test func migrateAndSeedFillTheDatabase() async throws {
    let pending = await console.run("migrate", "--dry-run")
    #expect(pending.code == 0)
    #expect(
      pending.output
        == """
        SET               VERSION  NAME              STATE
        swiftlet          1        jobs              pending
        swiftlet          2        hosts             pending
        swiftlet          3        take_over         pending
        swiftlet          4        call limits       pending
        swiftlet          5        idempotency keys  pending
        swiftlet          6        run origins       pending
        swiftlet          7        host figures      pending
        swiftlet          8        runs by job       pending
        swiftlet          9        held jobs         pending
        swiftlet          10       held on SQLite    pending
        swiftlet_auth     1        users             pending
        swiftlet_auth     2        ages of sessions  pending
        swiftlet_console  1        actions           pending
        swiftlet_console  2        resolved errors   pending
        swiftlet_peers    1        questions         pending
        own               1        words             pending

        """)
    #expect(!FileManager.default.fileExists(atPath: "\(console.folder.path)/data.sqlite"))
    #expect(await console.run("migrate").code == 0)
    #expect(try await words() == 0)
    #expect(await console.run("migrate", "--json").output == "[]\n")
    #expect(await console.run("seed").code == 0)
    #expect(try await words() == 1)
  }

  @Test func eachKindOfFailureHasAnExitCode() async throws {
    #expect(await console.run("functions", options: false).code == 0)
    #expect(await console.run("--help", options: false).code == 0)
    #expect(await console.run("nothing", options: false).code == 64)
    #expect(await console.run("serve", "--print-config").code == 0)
    #expect(await console.run("serve", "--port", "70000").code == 78)
    #expect(await console.run("serve", "--host", "0.0.0.0").code == 78)
    #expect(await console.run("invoke", "nothing").code == 1)
    try console.folder.write("config.toml", "[")
    #expect(await console.run("token").code == 78)
  }

  @Test func aFileThatIsNoDatabaseIsUnavailable() async throws {
    try console.folder.write("data.sqlite", String(repeating: "no database ", count: 500))
    #expect(await console.run("migrate").code == 69)
  }

  @Test func readingCommandsCreateNoDatabase() async throws {
    let result = await console.run("jobs", "list")
    #expect(result.code == 1)
    #expect(
      result.error == """
        error: No host is running, and there is no database \(console.database)
        hint: run the command migrate or seed first, or start a host with serve

        """)
    #expect(!FileManager.default.fileExists(atPath: "\(console.folder.path)/data.sqlite"))
  }

  /// Such as the program that serves bundles, started in a wrong folder.
  @Test(arguments: [["jobs", "list"], ["jobs", "pause", "prune_history"], ["push", "deliveries"]])
  func aProgramWithoutFunctionsCreatesNoDatabase(_ command: [String]) async throws {
    let console = try Console(Application())
    let result = await console.run(command)
    #expect(result.code == 1)
    #expect(result.error.hasPrefix("error: No host is running, and there is no database"))
    #expect(!FileManager.default.fileExists(atPath: "\(console.folder.path)/data.sqlite"))
  }
}
