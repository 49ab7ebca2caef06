import ArgumentParser
import Edge
import Engines
import FoundationEssentials
import Logging
import Loop

/// `restore`: puts a backup in the place of the embedded database.
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a backup in the place of the embedded database.",
    discussion: """
      The backup is checked first: a damaged one, and one that this program could not serve because a newer program has \
      migrated it, changes nothing. No host may serve the database: stop it before. The replaced database is kept beside \
      it as <database>.replaced-<time>. A restore that was interrupted leaves the old database or the restored one, \
      never a mixture. The next `serve` applies migrations that the backup lacks.

      Examples:
        \(Program.name) restore /var/backups/swiftlet-2026-11-23.sqlite
        \(Program.name) restore latest.sqlite \\
          --database sqlite:/var/lib/swiftlet/data.sqlite --json
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The backup.", completion: .file())
  var file: String

  @Flag(help: "Restore also a backup whose migrations this program cannot work with.")
  var force = false

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let configuration = try options.load()
    let database = try EmbeddedFile(configuration, command: "restore")
    guard !database.isOwn(file) else {
      throw Failure(.failed, "\(file) is the database itself", hint: "name the backup")
    }
    if let kind = FileStatus(of: file)?.kind, kind != .regular {
      throw Failure(.failed, "\(file) is no regular file", hint: "name a file that the command backup has written")
    }
    guard try await HostControl.running(configuration) == nil else {
      throw Failure(.unavailable, "A host serves \(configuration.database)", hint: "stop it first, with SIGTERM")
    }
    let lock = try HostLock(of: configuration.database, Logger(label: "restore") { _ in configuration.logHandler })
    defer { lock.end() }
    let restore = SQLiteRestore(of: file, to: database.path)
    try await check(restore, configuration)
    let need = database.restoreSize(of: file)
    if let space = DiskSpace(at: database.path), space.free < need {
      throw DiskSpace.failure(at: database.path, needing: need)
    }
    let replaced = Self.name(besides: database.path)
    let kept: [String]
    do {
      kept = try await restore.run(keeping: replaced)
    } catch let error as DatabaseError where error.code == .busy {
      throw Failure(.unavailable, error.message, hint: "stop the host and the commands that use it; it is as it was")
    } catch let error as DatabaseError where error.code == .full {
      throw DiskSpace.failure(at: database.path, needing: need)
    }
    let problems = try await configuration.withDatabase { await Application.current.problems(of: $0) }
    let isReplaced = kept == [replaced]
    if !isReplaced, !kept.isEmpty {
      let paths = kept.joined(separator: ", ")
      Output.warning("there was no database, but a log of one, which does not belong to the backup: it is now \(paths)")
    }
    guard !json else {
      return try Output.json(Answer(database: database.path, replaced: isReplaced ? replaced : nil, problems: problems))
    }
    Output.line("Restored \(configuration.database) from \(file).")
    if isReplaced { Output.line("The replaced database is \(replaced)") }
    for problem in problems { Output.warning("\(problem); `\(Program.name) migrate --dry-run` lists migrations") }
  }

  private func check(_ restore: SQLiteRestore, _ configuration: LoadedConfiguration) async throws {
    do {
      try await restore.check()
    } catch let error as DatabaseError {
      throw Failure(.failed, error.message, hint: "choose another backup; the database is as it was")
    }
    guard !force else { return }
    // Without the sets of bundles that cannot be read: `serve` leaves such bundles out.
    let bundles = (try? await KnownBundles.stored(configuration)) ?? []
    let application = (try? Application.current.adding(bundles)) ?? .current
    do {
      try await restore.check(against: application.allMigrations)
    } catch let error as DatabaseError {
      throw Failure(
        .failed, "This program cannot serve \(file): \(error.message)",
        hint:
          "choose an older backup, or use the program that made it; --force restores it all the same. The database is as it was"
      )
    }
  }

  /// A path for the replaced database that no file has.
  private static func name(besides path: String) -> String {
    let stamp = Words.instant(Date()).filter { $0 != "-" && $0 != ":" }
    let names = sequence(first: 1) { $0 + 1 }.lazy.map { count in
      "\(path).replaced-\(stamp)" + (count == 1 ? "" : "-\(count)")
    }
    return names.first { !FileManager.default.fileExists(atPath: $0) } ?? "\(path).replaced-\(stamp)"
  }

  private struct Answer: Encodable {
    let database: String
    /// The path of the replaced database; nil if there was none.
    let replaced: String?
    /// What keeps a host from being ready, such as migrations that the backup lacks.
    let problems: [String]
  }
}
