import Database
import Engines
import Foundation
import Testing

@Suite struct EngineTests {
  @Test func onlyTheOwnerMayReadTheFile() async throws {
    let engine = try SQLiteEngine.temporary()
    let database = Database(engine)
    try await database.execute("CREATE TABLE t (id INTEGER)")
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: engine.path + suffix)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    await database.close()
    #expect(!FileManager.default.fileExists(atPath: engine.path))
  }

  @Test func commitsWaitForTheDisk() async throws {
    try await withDatabase { database in
      try await database.transaction { transaction in
        let synchronous = try await transaction.first("PRAGMA synchronous")
        #expect(try synchronous?.get("synchronous") == 2)
        let journal = try await transaction.first("PRAGMA journal_mode")
        #expect(try journal?.get("journal_mode") == "wal")
        let foreignKeys = try await transaction.first("PRAGMA foreign_keys")
        #expect(try foreignKeys?.get("foreign_keys") == 1)
      }
    }
  }

  @Test func theLogDoesNotGrowWithoutBound() async throws {
    let engine = try SQLiteEngine.temporary()
    let database = Database(engine)
    try await database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, bytes BLOB)")
    for _ in 0..<40 {
      try await database.execute("REPLACE INTO t VALUES (1, \([UInt8](repeating: 7, count: 1 << 20)))")
      _ = try await database.query("SELECT length(bytes) FROM t")
    }
    let log = try FileManager.default.attributesOfItem(atPath: engine.path + "-wal")[.size] as? Int
    #expect(try #require(log) < 12 << 20)
    await database.close()
  }

  @Test(arguments: TestEngine.local) func openTransactionsFinishOnCloseAndLaterCallsAreRefused(_ engine: TestEngine)
    async throws
  {
    try await withDatabase(on: engine, schema: "CREATE TABLE t (id INTEGER)") { try await closes($0) }
  }

  private func closes(_ database: Database) async throws {
    let isOpen = Signal()
    let mayEnd = Signal()
    let open = Task {
      try await database.transaction { transaction in
        await isOpen.fire()
        await mayEnd.wait()
        try await transaction.execute("INSERT INTO t VALUES (1)")
        return try await transaction.first("SELECT count(*) AS n FROM t")?.get("n", as: Int.self)
      }
    }
    await isOpen.wait()
    async let closed: Void = database.close()
    // The close has begun once other calls are refused.
    while (try? await database.query("SELECT 1")) != nil {}
    await mayEnd.fire()
    #expect(try await open.value == 1)
    await closed
    #expect(try await failure { _ = try await database.query("SELECT 1") }.code == .closed)
    #expect(try await failure { try await database.execute("SELECT 1") }.code == .closed)
    #expect(try await failure { try await database.transaction { _ in } }.code == .closed)
  }

  @Test func theEmbeddedEngineCarriesNoNotifications() async throws {
    try await withDatabase { database in #expect(database.engine.notifications == nil) }
  }

  @Test func aNotificationReachesTheListeners() async throws {
    try await withPostgres { engine, _ in
      let notifications = try #require(engine.notifications)
      var hints = notifications.listen(to: "news").makeAsyncIterator()
      // The first hint says that the connection listens.
      #expect(await hints.next() != nil)
      try await notifications.notify("news")
      #expect(await hints.next() != nil)
    }
  }

  @Test func storedRowsAreThereAfterReopening() async throws {
    let name = "swiftlet-\(UUID().uuidString).sqlite"
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    for round in 1...3 {
      let database = Database(try SQLiteEngine(path: path))
      try await database.execute("CREATE TABLE IF NOT EXISTS t (id INTEGER)")
      try await database.execute("INSERT INTO t VALUES (\(round))")
      #expect(try await ids(database) == Array(1...round))
      await database.close()
      #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    }
  }

  @Test func anEngineClosesWhenItIsReleased() async throws {
    let path = try await {
      let engine = try SQLiteEngine.temporary()
      _ = try await Database(engine).execute("CREATE TABLE t (id INTEGER)")
      return engine.path
    }()
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
