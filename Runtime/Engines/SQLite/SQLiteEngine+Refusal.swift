package import Database
import Logging
import Loop
import Synchronization

extension SQLiteEngine {
  /// The error by which the file refuses changes now, as on a full disk; nil if it takes them, or has refused none.
  ///
  /// A small change may find room where others do not, so a refusal counts for a period. After it each call writes the
  /// file's header anew, until that succeeds: a host without requests makes no other change, and would not learn that
  /// the disk has room again.
  package func refusal(within period: Duration = .seconds(10)) async -> DatabaseError? {
    guard let last = writer.lastRefusal.withLock(\.self) else { return nil }
    guard last.at.duration(to: .now) >= period else { return last.error }
    do {
      try await writer.transaction { transaction in
        let version = try await transaction.first("PRAGMA user_version")?.get("user_version", as: Int.self) ?? 0
        // An UPDATE to the same values would not be written.
        _ = try await transaction.execute(SQL(text: "PRAGMA user_version = \(version)"))
      }
    } catch let error as DatabaseError where error.refusesChanges {
      return error
    } catch {
      // Other errors, such as that of a closed database, are not the file's.
      return nil
    }
    writer.lastRefusal.withLock { if $0?.at == last.at { $0 = nil } }
    return nil
  }

  /// Whether the path no longer leads to the open file: it was moved, deleted or replaced, and all further changes are
  /// lost to the next process that opens the path. The first finding is logged.
  package var hasMoved: Bool {
    let hasMoved = FileStatus(of: path)?.identity != identity
    if !hasLoggedMove.exchange(hasMoved, ordering: .relaxed), hasMoved {
      logger.error(
        "The database's file was moved, deleted or replaced: further changes are lost when the host ends",
        metadata: ["file": "\(path)"])
    }
    return hasMoved
  }
}
