package import Database
import FoundationEssentials
import Loop

/// The state of an SQLite database's file at one moment.
package struct SQLiteInspection: Sendable {
  /// The damage that SQLite found; empty for an undamaged file.
  package let faults: [String]
  /// Whether rows were compared with indexes too, which takes long for a large file.
  package let isThorough: Bool
  /// Why the database cannot be written to; nil if it can.
  package let refusal: DatabaseError?
  /// The sizes in bytes of the file and of its write-ahead log.
  package let size: Int
  package let logSize: Int

  /// Inspects a database that exists. It is locked for writing for a moment, and not changed.
  ///
  /// - Parameter limit: The largest size in bytes of a file that is checked thoroughly.
  /// - Throws: ``DatabaseError`` if it cannot be opened or read.
  package static func of(_ path: String, thoroughUpTo limit: Int) async throws -> SQLiteInspection {
    try await SystemThread.result(named: "swiftlet-inspect") { () throws(DatabaseError) in
      let size = FileStatus(of: path)?.size ?? 0
      let reader = try SQLiteConnection.reader(of: path)
      let isThorough = size <= limit
      return SQLiteInspection(
        faults: try reader.faults(isThorough: isThorough), isThorough: isThorough, refusal: refusal(of: path),
        size: size, logSize: FileStatus(of: path + "-wal")?.size ?? 0)
    }
  }

  private static func refusal(of path: String) -> DatabaseError? {
    do throws(DatabaseError) {
      let handle = try SQLiteHandle(opening: path, for: .writing, busyTimeout: .seconds(2))
      let writer = SQLiteConnection(handle)
      try writer.control("BEGIN IMMEDIATE")
      try writer.control("ROLLBACK")
      return nil
    } catch {
      return error
    }
  }
}
