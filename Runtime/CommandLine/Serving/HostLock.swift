import Glibc
import Logging
import Loop

/// The lock of an embedded database, so that one host at a time serves it: two hosts would not learn of each other's
/// changes, such as a sign-out.
///
/// It ends with the value, and with the process.
struct HostLock {
  private let lock: FileLock?

  /// Takes the lock `<database>.lock`; none for a database that several hosts may share.
  ///
  /// - Throws: ``Failure`` if another host has it, or for a file that cannot be a database. A file system without locks
  ///   is a warning.
  init(of database: DatabaseLocation, _ logger: Logger) throws(Failure) {
    guard let path = database.lockPath else {
      lock = nil
      return
    }
    try database.checkFile()
    do throws(SystemError) {
      lock = try FileLock(path)
    } catch {
      guard error.number != EWOULDBLOCK else {
        throw Failure(
          .unavailable, "Another host serves this database already, or a backup is being restored: \(path) is locked",
          hint: "stop that host, or choose another database with --database")
      }
      guard FileStatus(of: path, followsLinks: false) == nil || [ENOLCK, EOPNOTSUPP, ENOSYS].contains(error.number)
      else {
        throw Failure(
          .unavailable, "The file \(path), by which one host at a time serves the database, cannot be locked: \(error)",
          hint: "give it to the user that runs the host, or remove it while no host runs")
      }
      lock = nil
      // If the lock file could not be created, the folder is not writable, and opening the database reports it.
      logger.warning(
        "The database is not locked against a second host", metadata: ["file": "\(path)", "reason": "\(error)"])
    }
  }

  /// Marks the end of the lock's use: the lock is held at least until this call.
  func end() { withExtendedLifetime(lock) {} }
}
