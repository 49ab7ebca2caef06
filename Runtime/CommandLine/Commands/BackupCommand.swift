import ArgumentParser
import Console
import Edge
import Engines
import FoundationEssentials
import Loop

/// `backup`: copies the embedded database into a file.
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the embedded database, also while a host serves it.",
    discussion: """
      The file has all that was committed when the command began. It is checked, reaches the disk, and then gets its \
      name: a backup that was interrupted leaves no file of that name. It holds what the database holds, so only its \
      owner can read it.

      The files of the storage and the deployed bundles are in folders of their own, and not in the backup: copy these \
      folders after the database.

      Examples:
        \(Program.name) backup /var/backups/swiftlet-$(date +%F).sqlite
        \(Program.name) backup --force latest.sqlite \\
          --database sqlite:/var/lib/swiftlet/data.sqlite
        \(Program.name) backup latest.sqlite --json
      """)

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The file to write.", completion: .file())
  var file: String

  @Flag(help: "Replace a regular file of this name.")
  var force = false

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let configuration = try options.load()
    let database = try EmbeddedFile(configuration, command: "backup")
    guard configuration.database.isThere else {
      throw Failure(
        .failed, "There is no database \(configuration.database)", hint: "name it with --database sqlite:<path>")
    }
    try check(database)
    let bytes: Int
    do {
      bytes = try await SQLiteBackup(of: database.path).write(to: file, replacing: force)
    } catch let error as DatabaseError where error.code == .full {
      throw DiskSpace.failure(at: file, needing: database.size)
    } catch let error as DatabaseError where error.code == .readOnly {
      throw Failure(.failed, error.message, hint: "choose a folder that this user can write to")
    }
    guard !json else {
      return try Output.json(Answer(file: Paths.absolute(file), bytes: bytes, notIncluded: database.besides))
    }
    Output.line("Backed up \(configuration.database) to \(file): \(Quantities.bytes(bytes)), checked.")
    for (what, folder) in database.besides.sorted(by: { $0.key > $1.key })
    where FileManager.default.fileExists(atPath: folder) {
      Output.line("Not in it: the \(what == "storage" ? "files of the storage" : "deployed bundles") in \(folder)")
    }
  }

  private func check(_ database: EmbeddedFile) throws(Failure) {
    guard !database.isOwn(file) else {
      throw Failure(.failed, "\(file) is the database itself", hint: "choose another file")
    }
    // The kind of a symbolic link itself, not of its target: a rename would replace the link.
    switch FileStatus(of: file, followsLinks: false)?.kind {
    case nil: break
    case .regular?:
      guard force else {
        throw Failure(.failed, "\(file) already exists", hint: "replace it with --force, or name another file")
      }
    case .folder?: throw Failure(.failed, "\(file) is a folder", hint: "name a file in it")
    case .symbolicLink?:
      throw Failure(.failed, "\(file) is a symbolic link", hint: "name the file that it leads to, or another one")
    default:
      throw Failure(
        .failed, "\(file) is a device, a FIFO or a socket, and no regular file", hint: "choose another file")
    }
    guard let space = DiskSpace(at: file) else {
      throw Failure(.failed, "There is no folder \(Paths.folder(of: file))", hint: "make it first")
    }
    guard space.free >= database.size else { throw DiskSpace.failure(at: file, needing: database.size) }
  }

  private struct Answer: Encodable {
    let file: String
    let bytes: Int
    /// The folders that are no part of the backup.
    let notIncluded: [String: String]

    enum CodingKeys: String, CodingKey {
      case file, bytes
      case notIncluded = "not_included"
    }
  }
}
