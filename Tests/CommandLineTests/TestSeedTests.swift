import Engines
import Foundation
import SwiftletTesting
import Synchronization
import Testing

/// Databases that are copies of a prepared one.
@Suite struct TestSeedTests {
  private struct Refusal: Error {}

  private static let notes = MigrationSet(
    name: "notes", [Migration(version: 1, name: "notes", sql: "CREATE TABLE notes (text TEXT NOT NULL)")])

  private func texts(_ database: Database) async throws -> [String] {
    try await database.query("SELECT text FROM notes ORDER BY text").map { try $0.get("text") }
  }

  @Test func eachTestChangesACopyOfTheSeed() async throws {
    let runs = Mutex(0)
    let seed = TestSeed("one note") {
      runs.withLock { $0 += 1 }
      try await $0.execute("INSERT INTO notes VALUES ('seeded')")
    }
    func start() async throws -> TestHost {
      try await TestHost(functions: [], migrations: [Self.notes], seed: seed)
    }
    async let other = start()
    let (first, second) = (try await start(), try await other)
    try await first.database.execute("INSERT INTO notes VALUES ('own')")
    #expect(try await texts(first.database) == ["own", "seeded"])
    #expect(try await texts(second.database) == ["seeded"])
    #expect(runs.withLock { $0 } == 1)
    await first.shutdown()
    await second.shutdown()
  }

  @Test func aSeedThatFailsIsRunAgain() async throws {
    let runs = Mutex(0)
    let seed = TestSeed("refused once") { database in
      try await database.execute("INSERT INTO notes VALUES ('seeded')")
      if runs.withLock({ runs in
        runs += 1; return runs
      }) == 1 {
        throw Refusal()
      }
    }
    await #expect(throws: Refusal.self) { try await TemporaryDatabase(migrations: [Self.notes], seed: seed) }
    let temporary = try await TemporaryDatabase(migrations: [Self.notes], seed: seed)
    #expect(try await texts(temporary.database) == ["seeded"])
    await temporary.remove()
  }

  @Test(.enabled(if: TemporaryDatabase.server != nil, "SWIFTLET_TEST_DATABASE names no server"))
  func templatesOfEarlierProcessesAreRemovedAfterADay() async throws {
    let server = try #require(TemporaryDatabase.server)
    let now = Int(Date.now.timeIntervalSince1970)
    let (old, recent) = ("test_template_\(now - 90_000)_a", "test_template_\(now - 80_000)_a")
    for name in [old, recent] { try await PostgresOptions(url: server).runAlone("CREATE DATABASE \(name)") }
    let temporary = try await TemporaryDatabase(seed: TestSeed("nothing") { _ in })
    let names = try await temporary.database.query("SELECT datname FROM pg_database").map {
      try $0.get("datname", as: String.self)
    }
    #expect(names.contains(recent) && !names.contains(old))
    try await PostgresOptions(url: server).runAlone("DROP DATABASE \(recent)")
    await temporary.remove()
  }
}
