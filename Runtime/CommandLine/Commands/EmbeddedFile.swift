import FoundationEssentials
import Host
import Loop

/// The file of the embedded database, for the commands that copy it.
struct EmbeddedFile: Sendable {
  /// The path, with symbolic links resolved.
  let path: String
  private let configuration: LoadedConfiguration

  /// - Parameter command: the command's name, for the error.
  /// - Throws: ``Failure`` if the database is a Postgres server.
  init(_ configuration: LoadedConfiguration, command: String) throws(Failure) {
    guard case .sqlite(let path) = configuration.database else {
      throw Failure(
        .failed, "\(configuration.database) is a Postgres server: `\(command)` is for the embedded database",
        hint:
          "back it up with pg_dump --format=custom --file=<file> <address>, and restore it with pg_restore --clean --if-exists --dbname=<address> <file>"
      )
    }
    self.path = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    self.configuration = configuration
  }

  /// Whether a path leads to the database or to one of the files beside it.
  func isOwn(_ other: String) -> Bool {
    ["", "-wal", "-shm", "-journal", ".sock", ".lock"].contains { Self.isSame(path + $0, other) }
  }

  var fileSize: Int { Self.size(of: path) }

  /// The most bytes that a copy takes: the file's, and those of the write-ahead log, whose pages may all be new.
  var size: Int { fileSize + Self.size(of: path + "-wal") }

  /// The most bytes that a restore of a backup takes beside the database: a copy of the old one, a journal of its
  /// pages, and what the backup has more.
  func restoreSize(of backup: String) -> Int {
    let backup = Self.size(of: backup)
    guard FileManager.default.fileExists(atPath: path) else { return backup }
    return size + max(fileSize, backup)
  }

  private static func size(of path: String) -> Int { FileStatus(of: path)?.size ?? 0 }

  /// What a host keeps in other files.
  var besides: [String: String] {
    ["storage": configuration.host.storage.folder, "bundles": configuration.bundles.folder]
      .mapValues { Paths.absolute($0) }
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    guard Paths.absolute(one) != Paths.absolute(other) else { return true }
    guard let first = FileStatus(of: one), let second = FileStatus(of: other) else { return false }
    return first.identity == second.identity
  }
}
