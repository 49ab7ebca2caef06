package import Database
import FoundationEssentials
import Glibc
import Loop

/// The replacement of an SQLite database by a backup.
///
/// The database's pages change in one transaction under an exclusive lock: after a crash the next program that opens
/// the database finds all of the old one or all of the new one.
package struct SQLiteRestore: Sendable {
  private let backup: String
  private let database: String

  package init(of backup: String, to database: String) {
    self.backup = backup
    self.database = database
  }

  /// Checks that the backup is an undamaged database of a host.
  ///
  /// - Throws: ``DatabaseError``, whose message names the reason why it is not one.
  package func check() async throws {
    try await SystemThread.result(named: "swiftlet-restore") { () throws(DatabaseError) in
      guard FileManager.default.fileExists(atPath: backup) else {
        throw DatabaseError(.cannotOpen, "There is no file \(backup)")
      }
      let connection: SQLiteConnection
      let tables: [Row]
      do throws(DatabaseError) {
        connection = try SQLiteConnection.reader(of: backup)
        if let fault = try connection.faults(isThorough: true).first {
          throw DatabaseError(.corrupt, fault)
        }
        tables = try connection.query("SELECT 1 FROM sqlite_master WHERE name = 'swiftlet_migrations'", limit: 1)
      } catch {
        throw DatabaseError(error.code, "\(backup) cannot be restored: \(error.message)")
      }
      guard !tables.isEmpty else {
        throw DatabaseError(.failed, "\(backup) is no database of a host: it has no table swiftlet_migrations")
      }
    }
  }

  /// Checks that a program with these migrations can serve the backup.
  ///
  /// - Throws: ``DatabaseError`` as `Database.status(of:)` does: for a breaking migration of a newer program, or an
  ///   edited one.
  package func check(against sets: [MigrationSet]) async throws {
    try await SystemThread.result(named: "swiftlet-restore") { () throws(DatabaseError) in
      let connection = try SQLiteConnection.reader(of: backup)
      let table = MigrationTable(dialect: .sqlite)
      for set in sets {
        let rows = try connection.query(table.records(of: set), limit: nil)
        let records = try rows.map { row throws(DatabaseError) in try MigrationRecord(row) }
        _ = try MigrationHistory(set: set, dialect: .sqlite).status(after: records)
      }
    }
  }

  /// Replaces the database.
  ///
  /// - Parameter replaced: The path at which the replaced database is kept; no file may have it yet.
  /// - Returns: The paths of the files that were kept: the database, or the logs of a database that is missing; none if
  ///   there were none.
  /// - Throws: ``DatabaseError``, with ``DatabaseError/Code/busy`` while another process has the database open. Then
  ///   the database is as it was.
  package func run(keeping replaced: String) async throws -> [String] {
    guard FileManager.default.fileExists(atPath: database) else {
      let logs = try moveLogs(besides: replaced)
      _ = try await SQLiteBackup(of: backup).write(to: database, replacing: false)
      return logs
    }
    try await SystemThread.result(named: "swiftlet-restore") { () throws(DatabaseError) in
      let source = try SQLiteHandle(opening: backup, for: .reading, busyTimeout: .seconds(10))
      if let target = try lock() {
        let kept = try PartialFile(for: replaced)
        try SQLiteBackup.copy(target, into: kept) { _ in }
        try SQLiteBackup.finish(kept.path, isChecked: false)
        _ = try kept.publish(replacing: false)
        try PageCopy(from: source, to: target).run { _ in }
      } else {
        try swap(source, keeping: replaced)
      }
    }
    return [replaced]
  }

  /// Moves the logs of a database beside another path: SQLite would take them for logs of the next file of its name.
  ///
  /// - Returns: The paths that they have now.
  private func moveLogs(besides replaced: String) throws(DatabaseError) -> [String] {
    var moved: [String] = []
    for suffix in PartialFile.besides where FileStatus(of: database + suffix, followsLinks: false) != nil {
      guard unsafe rename(database + suffix, replaced + suffix) == 0 else {
        throw DatabaseError(.cannotOpen, "\(database)\(suffix) cannot be moved: \(SystemError())")
      }
      moved.append(replaced + suffix)
    }
    return moved
  }

  /// Locks the database for this connection alone, with its write-ahead log emptied and removed.
  ///
  /// - Returns: The connection; nil for a file that is no database.
  private func lock() throws(DatabaseError) -> SQLiteHandle? {
    let handle = try SQLiteHandle(opening: database, for: .writing, busyTimeout: .seconds(2))
    let connection = SQLiteConnection(handle)
    do throws(DatabaseError) {
      // SQLite refuses this while another connection has the database open.
      try connection.control("PRAGMA journal_mode = DELETE")
      try connection.control("PRAGMA locking_mode = EXCLUSIVE")
      try connection.control("PRAGMA synchronous = FULL")
      try connection.control("BEGIN EXCLUSIVE")
      try connection.control("COMMIT")
    } catch {
      switch error.code {
      case .corrupt: return nil
      case .busy: throw DatabaseError(.busy, "Another process has the database \(database) open")
      default: throw error
      }
    }
    return handle
  }

  /// Puts a copy of the backup in the place of a file that is no database, and which no host can have open.
  private func swap(_ source: SQLiteHandle, keeping replaced: String) throws(DatabaseError) {
    let partial = try PartialFile(for: database)
    try SQLiteBackup.copy(source, into: partial) { _ in }
    try SQLiteBackup.finish(partial.path, isChecked: false)
    guard unsafe link(database, replaced) == 0 else {
      throw DatabaseError(.cannotOpen, "\(replaced) cannot be made: \(SystemError())")
    }
    _ = try moveLogs(besides: replaced)
    _ = try partial.publish(replacing: true)
  }
}
