import Database
import Foundation
import Testing

@testable import Engines

/// Failures of SQLite and of the file system, which must not lose acknowledged changes.
@Suite struct FailureTests {
  @Test func aDeferredConstraintFailsOnlyItsOwnTransaction() async throws {
    let schema = """
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
      """
    try await withDatabase(schema: schema) { database in
      let isOpen = Signal()
      let mayEnd = Signal()
      let good = Task {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO child VALUES (1, 1)")
          await isOpen.fire()
          await mayEnd.wait()
          try await transaction.execute("INSERT INTO parent VALUES (1)")
        }
      }
      await isOpen.wait()
      let bad = Task { try await database.execute("INSERT INTO child VALUES (2, 2)") }
      try await untilWaiting(1, on: database)
      await mayEnd.fire()
      try await good.value
      #expect(try await failure { _ = try await bad.value }.code == .foreignKeyViolation)
      #expect(try await database.query("SELECT id FROM child").map { try $0.get("id") } == [1])
    }
  }

  @Test func aStatementThatRollsBackTheGroupKeepsAcknowledgedChanges() async throws {
    try await withDatabase(schema: "CREATE TABLE t (id INTEGER PRIMARY KEY)") { database in
      try await database.execute("INSERT INTO t VALUES (1)")
      let isOpen = Signal()
      let mayEnd = Signal()
      let member = Task {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (2)")
          await isOpen.fire()
          await mayEnd.wait()
        }
      }
      await isOpen.wait()
      let culprit = Task {
        try await database.transaction { transaction in
          _ = try? await transaction.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
          let error = await #expect(throws: DatabaseError.self) {
            try await transaction.execute("INSERT INTO t VALUES (3)")
          }
          #expect(error?.code == .uniqueViolation)
        }
      }
      // The member must share the culprit's group, so the culprit has to be waiting before the member ends.
      try await untilWaiting(1, on: database)
      await mayEnd.fire()
      #expect(try await failure { try await member.value }.code == .unavailable, "it may be tried again")
      #expect(try await failure { try await culprit.value }.code == .uniqueViolation)
      try await database.execute("INSERT INTO t VALUES (4)")
      #expect(try await ids(database) == [1, 4])
    }
  }

  @Test func aFullDatabaseKeepsAcknowledgedChanges() async throws {
    try await withDatabase(schema: "CREATE TABLE t (id INTEGER PRIMARY KEY, bytes BLOB)") { database in
      try await #require(database.engine as? SQLiteEngine).writer.limitSize(pages: 40)
      var acknowledged: [Int] = []
      var refusal: DatabaseError?
      for id in 1...100 where refusal == nil {
        do {
          try await database.execute("INSERT INTO t VALUES (\(id), \([UInt8](repeating: 1, count: 4000)))")
          acknowledged.append(id)
        } catch let error as DatabaseError {
          refusal = error
        }
      }
      #expect(refusal?.code == .full)
      #expect(!acknowledged.isEmpty)
      #expect(try await ids(database) == acknowledged)
      try await database.execute("DELETE FROM t WHERE id = 1")
      try await database.execute("INSERT INTO t VALUES (1000, NULL)")
    }
  }

  @Test func aRefusedChangeIsKnownUntilOneIsStored() async throws {
    try await withDatabase(schema: "CREATE TABLE t (id INTEGER)") { database in
      let engine = try #require(database.engine as? SQLiteEngine)
      #expect(await engine.refusal(within: .zero) == nil)
      try await engine.writer.refuseChanges(true)
      let error = try await failure { try await database.execute("INSERT INTO t VALUES (1)") }
      #expect(error.code == .readOnly)
      for _ in 1...2 { #expect(await engine.refusal(within: .zero)?.code == .readOnly) }
      #expect(try await ids(database).isEmpty)
      try await engine.writer.refuseChanges(false)
      #expect(await engine.refusal(within: .seconds(3600))?.code == .readOnly)
      #expect(await engine.refusal(within: .zero) == nil)
      #expect(await engine.refusal(within: .seconds(3600)) == nil)
      try await database.execute("INSERT INTO t VALUES (2)")
    }
  }

  @Test func aFileLockedByAnotherProcessIsBusy() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("shared.sqlite").path
      let options = SQLiteOptions(busyTimeout: .milliseconds(10))
      let one = Database(try SQLiteEngine(path: path, options: options))
      let two = Database(try SQLiteEngine(path: path, options: options))
      try await one.execute("CREATE TABLE t (id INTEGER)")
      try await one.transaction { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        let error = await #expect(throws: DatabaseError.self) { try await two.execute("INSERT INTO t VALUES (2)") }
        #expect(error?.code == .busy)
      }
      try await two.execute("INSERT INTO t VALUES (3)")
      #expect(try await one.query("SELECT id FROM t").count == 2)
      await one.close()
      await two.close()
    }
  }

  @Test func anErrorOfOpeningNamesThePath() async throws {
    try await withFolder { folder in
      let text = folder.appendingPathComponent("text.sqlite")
      try Data(repeating: 65, count: 5000).write(to: text)
      for (path, code) in [
        (folder.path, .cannotOpen), (folder.path + "/none/x.sqlite", .cannotOpen), (text.path, .corrupt),
        ("/proc/swiftlet.sqlite", .cannotOpen),
      ] as [(String, DatabaseError.Code)] {
        let error = try #require(#expect(throws: DatabaseError.self) { try SQLiteEngine(path: path) })
        #expect(error.code == code)
        #expect(error.message.contains(path))
      }
    }
  }

  func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swiftlet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }
}

extension Writer {
  /// Limits the size of the database, as a disk does.
  fileprivate func limitSize(pages: Int) throws {
    connection?.isRestricted = false
    try connection?.control("PRAGMA max_page_count = \(pages)")
    connection?.isRestricted = true
  }

  /// Makes the connection refuse changes, as a file system that was mounted again for reading does.
  fileprivate func refuseChanges(_ isRefusing: Bool) throws {
    connection?.isRestricted = false
    try connection?.control("PRAGMA query_only = \(isRefusing ? "ON" : "OFF")")
    connection?.isRestricted = true
  }
}
