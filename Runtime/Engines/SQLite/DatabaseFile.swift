import Database
import FoundationEssentials
import Glibc
import Loop
import Wire

/// A database's file, which it creates, opens, and deletes if it is temporary.
final class DatabaseFile: Sendable {
  let path: String
  private let isTemporary: Bool

  init(path: String, isTemporary: Bool) {
    self.path = path
    self.isTemporary = isTemporary
  }

  deinit {
    deleteIfTemporary()
  }

  /// A file in the system's temporary folder, readable by its owner only.
  ///
  /// - Parameter contents: The bytes of a closed database's file; nil for an empty database.
  static func temporary(contents: Data? = nil) throws(DatabaseError) -> DatabaseFile {
    let name = "swiftlet-\(UUID().lowercased).sqlite"
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    let file = DatabaseFile(path: path, isTemporary: true)
    let isWritten =
      contents.map {
        FileManager.default.createFile(atPath: path, contents: $0, attributes: [.posixPermissions: 0o600])
      } ?? true
    guard isWritten else { throw DatabaseError(.cannotOpen, "Cannot write \(path).") }
    return file
  }

  func deleteIfTemporary() {
    guard isTemporary else { return }
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// Opens the connection that writes. A missing file is created.
  func open(_ options: SQLiteOptions) throws(DatabaseError) -> sending SQLiteConnection {
    try prepare()
    return try SQLiteConnection.writer(of: path, busyTimeout: options.busyTimeout)
  }

  /// Creates a missing file, readable by its owner only. SQLite gives the same mode to the files beside it.
  private func prepare() throws(DatabaseError) {
    let path = path
    func failure(_ reason: String, _ code: DatabaseError.Code = .cannotOpen) -> DatabaseError {
      DatabaseError(code, "Cannot open \(path): \(reason).")
    }
    var isDirectory = false
    guard !FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      if isDirectory { throw failure("it is a folder") }
      // Opening the file and closing it again would release the POSIX locks that this process has on it.
      if unsafe access(path, R_OK | W_OK) != 0 { throw failure("it may not be written to", .readOnly) }
      return
    }
    let descriptor = unsafe Glibc.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return }
      throw failure(SystemError().description)
    }
    Glibc.close(descriptor)
    // The folder's entry must be on the disk before a change in the file is acknowledged.
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    PartialFile.sync(parent)
  }
}
