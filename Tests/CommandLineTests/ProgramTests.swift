import Edge
import Foundation
import Testing

@testable import Swiftlet

/// Whole commands, from their arguments to their exit codes.
@Suite struct ProgramTests {
  private let folder: TemporaryFolder
  private let application = Application(
    migrations: [
      MigrationSet(name: "own", [Migration(version: 1, name: "words", sql: "CREATE TABLE words (word TEXT)")])
    ],
    seed: { database, _ in try await database.execute("INSERT INTO words VALUES ('seeded')") })

  init() throws {
    folder = try TemporaryFolder()
    // So that no file of the folder that the tests run in has a say.
    try folder.write("config.toml", "")
    try folder.write(".env", "")
  }

  private func run(_ arguments: String..., options: Bool = true) async -> Int32 {
    let files = ["--config", "\(folder.path)/config.toml", "--env-file", "\(folder.path)/.env", "--database", database]
    return await Application.$current.withValue(application) { await Program.run(arguments + (options ? files : [])) }
  }

  private var database: String { "sqlite:\(folder.path)/data.sqlite" }

  private func words() async throws -> Int {
    let location = try #require(DatabaseLocation(database))
    return try await location.withDatabase { try await $0.query("SELECT word FROM words").count }
  }

  @Test func migrateAndSeedFillTheDatabase() async throws {
    #expect(await run("migrate", "--dry-run") == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/data.sqlite"))
    #expect(await run("migrate") == 0)
    #expect(try await words() == 0)
    #expect(await run("migrate", "--json") == 0)
    #expect(await run("seed") == 0)
    #expect(try await words() == 1)
  }

  @Test func exitCodesTellTheKindsOfFailureApart() async throws {
    #expect(await run("functions", options: false) == 0)
    #expect(await run("--help", options: false) == 0)
    #expect(await run("nothing", options: false) == 64)
    #expect(await run("serve", "--print-config") == 0)
    #expect(await run("serve", "--port", "70000") == 78)
    #expect(await run("serve", "--host", "0.0.0.0") == 78)
    #expect(await run("invoke", "nothing") == 1)
    try folder.write("config.toml", "[")
    #expect(await run("token") == 78)
  }

  @Test func aFileThatIsNoDatabaseIsUnavailable() async throws {
    try folder.write("data.sqlite", String(repeating: "no database ", count: 500))
    #expect(await run("migrate") == 69)
  }
}
