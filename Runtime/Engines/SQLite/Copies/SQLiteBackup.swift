import Database
import FoundationEssentials
import Loop

/// A backup of an SQLite database: one file with all that was committed when it began.
///
/// Other processes may read and write the database meanwhile. Their write-ahead log is not emptied until the backup
/// ends.
package struct SQLiteBackup: Sendable {
  private let database: String

  package init(of database: String) { self.database = database }

  /// Writes the backup, checks it, and then gives it its name.
  ///
  /// - Parameters:
  ///   - target: The backup's path.
  ///   - isReplacing: Whether an older file of this name is replaced.
  ///   - progress: Is called with the part that is copied, from 0 to 1.
  /// - Returns: The backup's size in bytes.
  /// - Throws: ``DatabaseError``; then no file of that name was made or changed.
  package func write(
    to target: String, replacing isReplacing: Bool, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> Int {
    try await SystemThread.result(named: "swiftlet-backup") { () throws(DatabaseError) in
      guard FileManager.default.fileExists(atPath: database) else {
        throw DatabaseError(.cannotOpen, "There is no database \(database)")
      }
      let partial = try PartialFile(for: target)
      let source = try SQLiteHandle(opening: database, for: .reading, busyTimeout: .seconds(10))
      do throws(DatabaseError) {
        try Self.copy(source, into: partial, progress: progress)
        try Self.finish(partial.path, isChecked: true)
      } catch {
        throw DatabaseError(error.code, "\(database): \(error.message)")
      }
      return try partial.publish(replacing: isReplacing)
    }
  }

  /// Copies what a connection sees now.
  static func copy(
    _ source: SQLiteHandle, into partial: PartialFile, progress: (Double) -> Void
  ) throws(DatabaseError) {
    let reader = SQLiteConnection(source)
    // The pages of one snapshot: without a transaction each change of another process would begin the copy anew.
    try reader.control("BEGIN")
    try reader.control("SELECT * FROM sqlite_master LIMIT 1")
    let target = try SQLiteHandle(opening: partial.path, for: .writing, busyTimeout: .seconds(1))
    // The file has no name of its own yet, and reaches the disk before it gets one.
    let writer = SQLiteConnection(target)
    try writer.control("PRAGMA journal_mode = OFF")
    try writer.control("PRAGMA synchronous = OFF")
    try PageCopy(from: source, to: target).run(progress: progress)
    try reader.control("COMMIT")
  }

  /// Makes the copy one file without a write-ahead log, and checks it.
  static func finish(_ path: String, isChecked: Bool) throws(DatabaseError) {
    let connection = SQLiteConnection(try SQLiteHandle(opening: path, for: .writing, busyTimeout: .seconds(1)))
    try connection.control("PRAGMA synchronous = OFF")
    try connection.control("PRAGMA journal_mode = DELETE")
    guard isChecked, let fault = try connection.faults(isThorough: true).first else { return }
    throw DatabaseError(.corrupt, "The database is damaged, and so is the copy of it: \(fault)")
  }
}
