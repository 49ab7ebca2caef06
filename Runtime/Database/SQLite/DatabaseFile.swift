import Foundation
import GRDB
internal import GRDBSQLite

/// A database's file: how it comes to be, opens and goes.
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

  static func temporary() -> DatabaseFile {
    let name = "swiftlet-\(UUID().uuidString.lowercased()).sqlite"
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    return DatabaseFile(path: url.path, isTemporary: true)
  }

  func deleteIfTemporary() {
    guard isTemporary else { return }
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// Opens the file, with a write-ahead log whose commits reach the disk.
  func open(_ options: SQLiteOptions) throws -> DatabasePool {
    try prepare()
    do {
      let pool = try DatabasePool(path: path, configuration: configuration(options))
      try pool.writeWithoutTransaction { database in
        // GRDB sets NORMAL when it turns the log on, and a commit would then not wait for the disk.
        try database.execute(sql: "PRAGMA synchronous = FULL")
        let synchronous = try Int.fetchOne(database, sql: "PRAGMA synchronous")
        guard synchronous == 2 else {
          throw DatabaseError(.cannotOpen, "Cannot open \(path): synchronous=FULL was refused.")
        }
        // A log that grew during a long read gives its space back afterwards.
        try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
      }
      return pool
    } catch {
      throw DatabaseError.opening(path, error)
    }
  }

  private func configuration(_ options: SQLiteOptions) -> Configuration {
    var configuration = Configuration()
    let timeout = options.busyTimeout.components
    configuration.busyMode = .timeout(Double(timeout.seconds) + Double(timeout.attoseconds) / 1e18)
    configuration.maximumReaderCount = max(1, options.readers)
    // Should the writer end with a transaction that SQLite refused to end, closing rolls it back.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      // GRDB's authorizer collects what each compiled statement touches, for observers that are not used here.
      unsafe sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
    }
    return configuration
  }

  /// Creates the file if there is none, for its owner only: SQLite gives the files beside it the same mode.
  private func prepare() throws {
    let path = path
    func failure(_ reason: String, _ code: DatabaseError.Code = .cannotOpen) -> DatabaseError {
      DatabaseError(code, "Cannot open \(path): \(reason).")
    }
    var isDirectory: ObjCBool = false
    guard unsafe !FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      if isDirectory.boolValue { throw failure("it is a folder") }
      // Opening it here to see would give up the locks that this process has on it.
      if unsafe access(path, R_OK | W_OK) != 0 { throw failure("it may not be written to", .readOnly) }
      return
    }
    let descriptor = unsafe Foundation.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return }
      throw failure(unsafe String(cString: strerror(errno)))
    }
    Foundation.close(descriptor)
    // The folder's entry must be on the disk before anything in the file is acknowledged.
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let folder = unsafe Foundation.open(parent, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    Foundation.close(folder)
  }
}
