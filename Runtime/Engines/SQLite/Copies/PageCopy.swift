internal import CSQLite
import Database

/// A copy of all pages of one connection's database into another's: SQLite's online backup.
///
/// The target changes in one transaction, which the last step commits. A copy that ends before leaves it as it was.
@safe final class PageCopy {
  private let backup: OpaquePointer
  private let target: SQLiteHandle
  private let source: SQLiteHandle

  /// Begins a copy.
  ///
  /// - Throws: ``DatabaseError`` if one of the databases is in use by this process.
  init(from source: SQLiteHandle, to target: SQLiteHandle) throws(DatabaseError) {
    guard let backup = unsafe sqlite3_backup_init(target.pointer, "main", source.pointer, "main") else {
      throw .sqlite(unsafe sqlite3_extended_errcode(target.pointer), on: target, running: "backup")
    }
    unsafe self.backup = backup
    self.target = target
    self.source = source
  }

  deinit { unsafe sqlite3_backup_finish(backup) }

  /// Copies all pages.
  ///
  /// - Parameter progress: Called after each 4096 pages with the copied part, from 0 to 1.
  /// - Throws: ``DatabaseError``; then the target is as it was.
  func run(progress: (Double) -> Void) throws(DatabaseError) {
    while true {
      switch unsafe sqlite3_backup_step(backup, 4096) {
      case SQLITE_OK:
        let (all, left) = unsafe (sqlite3_backup_pagecount(backup), sqlite3_backup_remaining(backup))
        progress(all == 0 ? 0 : Double(all - left) / Double(all))
      case SQLITE_DONE: return progress(1)
      case let result: throw DatabaseError(.init(sqlite: result), unsafe String(cString: sqlite3_errstr(result)))
      }
    }
  }
}
