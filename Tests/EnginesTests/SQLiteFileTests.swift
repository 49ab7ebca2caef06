import Database
import Foundation
import Logging
import Testing

@testable import Engines

/// How connections to an SQLite file are opened, configured and closed.
@Suite struct SQLiteFileTests {
  @Test func anEmptyDatabaseIsReadBeforeAnythingIsWritten() async throws {
    let engine = try SQLiteEngine.temporary()
    let database = Database(engine)
    #expect(try await database.query("SELECT name FROM sqlite_master").isEmpty)
    let header = try Data(contentsOf: URL(filePath: engine.path)).prefix(16)
    #expect(header == Data("SQLite format 3\0".utf8))
    await database.close()
  }

  @Test func everyConnectionIsConfigured() async throws {
    try await withDatabase { database in
      #expect(try await database.query("PRAGMA foreign_keys").first?.get("foreign_keys") == 1)
      #expect(try await database.query("PRAGMA busy_timeout").first?.get("timeout") == 10_000)
      try await database.transaction { transaction in
        let timeout = try await transaction.first("PRAGMA busy_timeout")
        #expect(try timeout?.get("timeout") == 5000)
        let limit = try await transaction.first("PRAGMA journal_size_limit")
        #expect(try limit?.get("journal_size_limit") == 67_108_864)
      }
    }
  }

  @Test func aTextInDoubleQuotesIsAColumn() async throws {
    try await withDatabase(schema: "CREATE TABLE t (id INTEGER)") { database in
      let error = try await failure { _ = try await database.query("SELECT id FROM t WHERE id = \"none\"") }
      #expect(error.code == .syntax)
      #expect(try await failure { try await database.execute("UPDATE t SET id = \"none\"") }.code == .syntax)
      #expect(try await failure { try await database.execute("CREATE INDEX i ON t (\"none\")") }.code == .syntax)
    }
  }

  @Test func theConnectionThatReadsCannotWrite() async throws {
    try await withDatabase(schema: "CREATE TABLE t (id INTEGER)") { database in
      let engine = try #require(database.engine as? SQLiteEngine)
      let reader = try SQLiteConnection.reader(of: engine.path)
      #expect(throws: DatabaseError.self) { try reader.execute("INSERT INTO t VALUES (1)") }
      #expect(try reader.query("SELECT id FROM t", limit: nil).isEmpty)
    }
  }

  @Test func theReadersOfAReleasedEngineCloseBeforeItsWriter() async throws {
    try await FailureTests().withFolder { folder in
      let path = folder.appendingPathComponent("let-go.sqlite").path
      let thread = try await {
        let engine = try SQLiteEngine(path: path)
        let database = Database(engine)
        try await database.execute("CREATE TABLE t (id INTEGER)")
        #expect(try await ids(database).isEmpty)
        return engine.writer.thread
      }()
      await thread.finished()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["let-go.sqlite"])
    }
  }

  @Test func aFileThatWasMovedOrReplacedIsNoticed() async throws {
    try await FailureTests().withFolder { folder in
      let path = folder.appendingPathComponent("open.sqlite").path
      let engine = try SQLiteEngine(path: path, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      #expect(!engine.hasMoved)
      try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      #expect(engine.hasMoved)
      try Data().write(to: URL(filePath: path))
      #expect(engine.hasMoved, "another file has the name")
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
      #expect(!engine.hasMoved)
      await engine.close()
    }
  }

  @Test func anOpenTransactionIsRolledBackWhenItsConnectionCloses() throws {
    let file = try DatabaseFile.temporary()
    do {
      let connection = try file.open(SQLiteOptions())
      try connection.control("CREATE TABLE t (id INTEGER)")
      try connection.control("BEGIN IMMEDIATE")
      try connection.control("INSERT INTO t VALUES (1)")
    }
    #expect(try file.open(SQLiteOptions()).query("SELECT id FROM t", limit: nil).isEmpty)
  }
}
