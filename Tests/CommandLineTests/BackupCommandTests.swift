import Edge
import Foundation
import Testing

@testable import Swiftlet

/// `backup` and `restore`.
@Suite struct BackupCommandTests {
  private static let application = Application(functions: [Function("greet", access: .anyone) { _ in ["a": 1] }])

  @Test func aBackupOfARunningHostIsRestoredOnceItHasStopped() async throws {
    let console = try Console(Self.application)
    let copy = "\(console.folder.path)/copy.sqlite"
    try await console.withHost {
      let backup = await console.run("backup", copy)
      #expect(backup.code == 0, "\(backup.error)")
      #expect(backup.output.contains("checked"))
      let again = await console.run("backup", copy)
      #expect(again.code == 1 && again.error.contains("replace it with --force"))
      #expect(await console.run("backup", copy, "--force", "--json").code == 0)
      let restore = await console.run("restore", copy)
      #expect(restore.code == 69 && restore.error.contains("A host serves"), "\(restore.error)")
    }
    struct Answer: Decodable { let replaced: String?, problems: [String] }
    let answer = try (await console.run("restore", copy, "--json")).json(as: Answer.self)
    #expect(answer.problems == [])
    #expect(FileManager.default.fileExists(atPath: try #require(answer.replaced)))
    try await console.withHost {}
  }

  @Test func theDatabaseItselfIsNoBackup() async throws {
    let console = try Console(Self.application)
    #expect(await console.run("backup", "\(console.folder.path)/copy").code == 1)
    #expect(await console.run("migrate").code == 0)
    let path = "\(console.folder.path)/data.sqlite"
    try FileManager.default.createSymbolicLink(atPath: "\(console.folder.path)/link", withDestinationPath: path)
    for name in [
      path, "\(console.folder.path)/link", "\(console.folder.path)/./data.sqlite", path + "-wal", path + ".sock",
    ] {
      let result = await console.run("backup", name, "--force")
      #expect(result.code == 1 && result.error.contains("is the database itself"), "\(name): \(result.error)")
    }
    let result = await console.run("restore", path)
    #expect(result.code == 1 && result.error.contains("is the database itself"))
    #expect(await console.run("backup", console.folder.path, "--force").error.contains("is a folder"))
    #expect(await console.run("backup", "\(console.folder.path)/none/copy").error.contains("There is no folder"))
  }

  @Test func aFileThatIsNoBackupChangesNothing() async throws {
    let console = try Console(Self.application)
    #expect(await console.run("migrate").code == 0)
    let path = "\(console.folder.path)/data.sqlite"
    let before = try Data(contentsOf: URL(filePath: path))
    try console.folder.write("bad", String(repeating: "x", count: 9000))
    let result = await console.run("restore", "\(console.folder.path)/bad")
    #expect(result.code == 1 && result.error.contains("the database is as it was"))
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func aPostgresServerHasToolsOfItsOwn() async throws {
    var console = try Console(Self.application)
    console.database = "postgres://me:hidden@localhost/project"
    for command in ["backup", "restore"] {
      let result = await console.run(command, "\(console.folder.path)/copy")
      #expect(result.code == 1)
      #expect(result.error.contains("pg_dump") && result.error.contains("pg_restore"))
      #expect(!result.error.contains("hidden"))
    }
  }

  @Test func aBackupReplacesRegularFilesAlone() async throws {
    let console = try Console(Self.application)
    #expect(await console.run("migrate").code == 0)
    let (folder, files) = (console.folder.path, FileManager.default)
    try console.folder.write("plain", "text")
    try files.createSymbolicLink(atPath: "\(folder)/linked", withDestinationPath: "\(folder)/plain")
    try files.createSymbolicLink(atPath: "\(folder)/dangling", withDestinationPath: "\(folder)/none")
    #expect(unsafe mkfifo("\(folder)/fifo", 0o600) == 0)
    for (name, reason) in [
      ("linked", "is a symbolic link"), ("dangling", "is a symbolic link"), ("fifo", "no regular file"),
    ] {
      for arguments in [["backup", "\(folder)/\(name)", "--force"], ["backup", "\(folder)/\(name)"]] {
        let result = await console.run(arguments)
        #expect(result.code == 1 && result.error.contains(reason), "\(arguments): \(result)")
      }
    }
    #expect(try files.destinationOfSymbolicLink(atPath: "\(folder)/linked") == "\(folder)/plain")
    #expect(try files.destinationOfSymbolicLink(atPath: "\(folder)/dangling") == "\(folder)/none")
    #expect(try files.attributesOfItem(atPath: "\(folder)/fifo")[.type] as? FileAttributeType != .typeRegular)
    #expect(try String(contentsOfFile: "\(folder)/plain", encoding: .utf8) == "text")
    #expect(await console.run("backup", "\(folder)/plain", "--force").code == 0)
  }

  /// What other commands write goes through a link, and replaces none.
  @Test func aDocumentIsWrittenThroughALink() async throws {
    let console = try Console(Self.application)
    let (folder, files) = (console.folder.path, FileManager.default)
    try console.folder.write("plain", "text")
    try files.createSymbolicLink(atPath: "\(folder)/linked", withDestinationPath: "\(folder)/plain")
    for command in [["openapi"], ["client", "--swift"]] {
      #expect(await console.run(command + ["--output", "\(folder)/linked"]).code == 0)
      #expect(try files.destinationOfSymbolicLink(atPath: "\(folder)/linked") == "\(folder)/plain")
    }
    #expect(try String(contentsOfFile: "\(folder)/plain", encoding: .utf8).contains("struct SwiftletClient"))
  }

  @Test func theRoomForACopyCountsTheWriteAheadLog() async throws {
    let console = try Console(Self.application)
    #expect(await console.run("migrate").code == 0)
    let path = "\(console.folder.path)/data.sqlite"
    let file = try EmbeddedFile(console.configuration(), command: "backup")
    let before = file.size
    #expect(before == file.fileSize && before > 0)
    try Data(count: 1 << 20).write(to: URL(filePath: path + "-wal"))
    #expect(file.size == before + 1 << 20)
    try console.folder.write("copy", String(repeating: "x", count: before + 5000))
    // The old database, its journal, and what the backup has more.
    #expect(file.restoreSize(of: "\(console.folder.path)/copy") == file.size + before + 5000)
  }

  @Test func aBackupOfANewerProgramIsRefusedBeforeAnythingIsReplaced() async throws {
    func application(_ migrations: Migration...) -> Application {
      Application(migrations: [MigrationSet(name: "notes", migrations)])
    }
    let first = Migration(version: 1, name: "notes", sql: "CREATE TABLE notes (id INTEGER)")
    let breaking = Migration(
      version: 2, name: "rename", breaking: true, sql: "ALTER TABLE notes RENAME TO papers")
    let newer = try Console(application(first, breaking))
    #expect(await newer.run("migrate").code == 0)
    let copy = "\(newer.folder.path)/copy.sqlite"
    #expect(await newer.run("backup", copy).code == 0)
    let older = try Console(application(first))
    #expect(await older.run("migrate").code == 0)
    let path = "\(older.folder.path)/data.sqlite"
    let before = try Data(contentsOf: URL(filePath: path))
    let refused = await older.run("restore", copy)
    #expect(refused.code == 1 && refused.error.contains("breaking migration 2 (rename) of notes"), "\(refused)")
    #expect(refused.error.contains("The database is as it was") && refused.error.contains("--force"))
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    let files = try FileManager.default.contentsOfDirectory(atPath: older.folder.path)
    #expect(files.allSatisfy { !$0.contains("replaced") })
    let forced = await older.run("restore", copy, "--force")
    #expect(forced.code == 0 && forced.error.contains("warning: "), "\(forced)")
    // A backup that lacks migrations is migrated by the next host.
    #expect(await older.run("backup", "\(older.folder.path)/old.sqlite").code == 0)
  }
}
