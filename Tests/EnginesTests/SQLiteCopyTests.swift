import Database
import Foundation
import Testing

@testable import Engines

/// Backups of SQLite databases that are in use, and their restoration.
@Suite struct SQLiteCopyTests {
  private static let schema = """
    CREATE TABLE swiftlet_migrations (version INTEGER);
    CREATE TABLE pairs (id INTEGER PRIMARY KEY, side TEXT NOT NULL, filler BLOB NOT NULL);
    """

  /// A folder with a database in it.
  private func withFolder(_ body: (_ folder: String, _ database: String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "copies-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    do {
      try await make("\(folder)/data.sqlite", pairs: 50)
      try await body(folder, "\(folder)/data.sqlite")
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func make(_ path: String, pairs: Int) async throws {
    let database = Database(try SQLiteEngine(path: path))
    try await database.transaction { try await $0.run(script: Self.schema) }
    for _ in 0..<pairs { try await add(to: database) }
    await database.close()
  }

  /// Two rows in one transaction: a snapshot has both or none.
  private func add(to database: Database) async throws {
    try await database.transaction { transaction in
      for side in ["left", "right"] {
        try await transaction.execute("INSERT INTO pairs (side, filler) VALUES (\(side), zeroblob(4000))")
      }
    }
  }

  /// The pairs of a file, which is checked.
  private func pairs(in path: String) throws -> Int {
    let connection = try SQLiteConnection.reader(of: path)
    #expect(try connection.faults(isThorough: true) == [])
    let sides = try connection.query("SELECT side, count(*) AS count FROM pairs GROUP BY side", limit: nil)
    let counts = try sides.map { try $0.get("count", as: Int.self) }
    #expect(Set(counts).count <= 1)
    return counts.first ?? 0
  }

  @Test func aBackupUnderWritesIsWholeAndHasAllThatWasAcknowledgedBefore() async throws {
    try await withFolder { folder, path in
      let database = Database(try SQLiteEngine(path: path))
      let adding = Task {
        while !Task.isCancelled { try await add(to: database) }
      }
      for round in 0..<5 {
        let before = try await database.query("SELECT count(*) / 2 AS count FROM pairs").first?.get(
          "count", as: Int.self)
        let copy = "\(folder)/copy-\(round)"
        let size = try await SQLiteBackup(of: path).write(to: copy, replacing: false)
        #expect(try pairs(in: copy) >= before ?? .max)
        let attributes = try FileManager.default.attributesOfItem(atPath: copy)
        #expect((attributes[.size] as? NSNumber)?.intValue == size)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
      }
      adding.cancel()
      _ = await adding.result
      await database.close()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(Set(names) == ["data.sqlite", "copy-0", "copy-1", "copy-2", "copy-3", "copy-4"])
    }
  }

  @Test func aLogWithoutItsDatabaseIsNotTakenForOneOfTheRestoredFile() async throws {
    try await withFolder { folder, path in
      let backup = "\(folder)/backup"
      _ = try await SQLiteBackup(of: path).write(to: backup, replacing: false)
      // The log of a killed host, whose database was moved away.
      let database = Database(try SQLiteEngine(path: path))
      try await database.execute("DELETE FROM pairs WHERE id > 20")
      try FileManager.default.copyItem(atPath: path + "-wal", toPath: "\(folder)/log")
      await database.close()
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: "\(folder)/log", toPath: path + "-wal")

      let kept = try await SQLiteRestore(of: backup, to: path).run(keeping: "\(folder)/replaced")
      #expect(kept == ["\(folder)/replaced-wal"])
      #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
      #expect(try pairs(in: path) == 50)
    }
  }

  @Test func aBackupReplacesNothingUnlessItMay() async throws {
    try await withFolder { folder, path in
      let copy = "\(folder)/copy"
      try Data("mine".utf8).write(to: URL(filePath: copy))
      let backup = SQLiteBackup(of: path)
      _ = try await failure { _ = try await backup.write(to: copy, replacing: false) }
      #expect(try String(contentsOfFile: copy, encoding: .utf8) == "mine")
      _ = try await backup.write(to: copy, replacing: true)
      #expect(try pairs(in: copy) == 50)
    }
  }

  @Test func aBackupThatFailsLeavesNoFile() async throws {
    try await withFolder { folder, _ in
      let garbage = "\(folder)/garbage"
      try Data(repeating: 7, count: 8192).write(to: URL(filePath: garbage))
      let error = try await failure {
        _ = try await SQLiteBackup(of: garbage).write(to: "\(folder)/copy", replacing: false)
      }
      #expect(error.code == .corrupt && error.message.contains(garbage))
      _ = try await failure {
        _ = try await SQLiteBackup(of: "\(folder)/none").write(to: "\(folder)/c", replacing: false)
      }
      #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder)) == ["data.sqlite", "garbage"])
    }
  }

  /// A killed process leaves a file without a lock; one of a process that lives is locked.
  @Test func leftOversAreRemovedAndFilesInUseAreKept() async throws {
    try await withFolder { folder, path in
      try Data("old".utf8).write(to: URL(filePath: "\(folder)/.swiftlet-old.partial"))
      try Data("old".utf8).write(to: URL(filePath: "\(folder)/.swiftlet-old.partial-wal"))
      let inUse = try PartialFile(for: "\(folder)/other")
      _ = try await SQLiteBackup(of: path).write(to: "\(folder)/copy", replacing: false)
      let name = (inUse.path as NSString).lastPathComponent
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.contains(name) && names.contains("copy"), "\(names)")
      #expect(!names.contains { $0.hasPrefix(".swiftlet-old") }, "\(names)")
      withExtendedLifetime(inUse) {}
    }
  }

  @Test func aRestoreKeepsTheReplacedDatabase() async throws {
    try await withFolder { folder, path in
      let (copy, kept) = ("\(folder)/copy", "\(folder)/kept")
      _ = try await SQLiteBackup(of: path).write(to: copy, replacing: false)
      let database = Database(try SQLiteEngine(path: path))
      try await add(to: database)
      await database.close()
      let restore = SQLiteRestore(of: copy, to: path)
      try await restore.check()
      #expect(try await restore.run(keeping: kept) == [kept])
      #expect(try pairs(in: path) == 50)
      #expect(try pairs(in: kept) == 51)
      // The restored database is served as before.
      let restored = Database(try SQLiteEngine(path: path))
      try await add(to: restored)
      await restored.close()
      #expect(try pairs(in: path) == 51)
    }
  }

  @Test func aDatabaseInUseIsNotRestored() async throws {
    try await withFolder { folder, path in
      let copy = "\(folder)/copy"
      _ = try await SQLiteBackup(of: path).write(to: copy, replacing: false)
      let database = Database(try SQLiteEngine(path: path))
      try await add(to: database)
      let error = try await failure { _ = try await SQLiteRestore(of: copy, to: path).run(keeping: "\(folder)/kept") }
      #expect(error.code == .busy)
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/kept"))
      try await add(to: database)
      await database.close()
      #expect(try pairs(in: path) == 52)
    }
  }

  @Test func aFileThatIsNoDatabaseAndAMissingOneAreReplaced() async throws {
    try await withFolder { folder, path in
      let copy = "\(folder)/copy"
      _ = try await SQLiteBackup(of: path).write(to: copy, replacing: false)
      let garbage = "\(folder)/garbage.sqlite"
      try Data(repeating: 7, count: 8192).write(to: URL(filePath: garbage))
      #expect(try await SQLiteRestore(of: copy, to: garbage).run(keeping: "\(folder)/kept") == ["\(folder)/kept"])
      #expect(try pairs(in: garbage) == 50)
      #expect(try Data(contentsOf: URL(filePath: "\(folder)/kept")) == Data(repeating: 7, count: 8192))
      #expect(try await SQLiteRestore(of: copy, to: "\(folder)/new.sqlite").run(keeping: "\(folder)/none") == [])
      #expect(try pairs(in: "\(folder)/new.sqlite") == 50)
    }
  }

  @Test func aDamagedOrForeignFileIsNoBackup() async throws {
    try await withFolder { folder, path in
      let copy = "\(folder)/copy"
      _ = try await SQLiteBackup(of: path).write(to: copy, replacing: false)
      var bytes = try Data(contentsOf: URL(filePath: copy))
      bytes.replaceSubrange(8192..<20_000, with: Data(repeating: 0x5A, count: 20_000 - 8192))
      try bytes.write(to: URL(filePath: copy))
      #expect(try await failure { try await SQLiteRestore(of: copy, to: path).check() }.code == .corrupt)
      let foreign = "\(folder)/foreign.sqlite"
      let other = Database(try SQLiteEngine(path: foreign))
      try await other.transaction { try await $0.run(script: "CREATE TABLE t (id INTEGER)") }
      await other.close()
      let error = try await failure { try await SQLiteRestore(of: foreign, to: path).check() }
      #expect(error.message.contains("is no database of a host"))
      _ = try await failure { try await SQLiteRestore(of: "\(folder)/none", to: path).check() }
    }
  }

  @Test func anInspectionFindsDamageAndLocks() async throws {
    try await withFolder { folder, path in
      let good = try await SQLiteInspection.of(path, thoroughUpTo: 1 << 30)
      #expect(good.faults.isEmpty && good.isThorough && good.refusal == nil && good.size > 0)
      #expect(try await !SQLiteInspection.of(path, thoroughUpTo: 0).isThorough)
      let locking = SQLiteConnection(try SQLiteHandle(opening: path, for: .writing, busyTimeout: .seconds(1)))
      try locking.control("BEGIN IMMEDIATE")
      #expect(try await SQLiteInspection.of(path, thoroughUpTo: 0).refusal?.code == .busy)
      try locking.control("ROLLBACK")
    }
  }
}
