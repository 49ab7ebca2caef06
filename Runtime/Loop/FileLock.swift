import Glibc

/// An exclusive lock on a file (`flock(2)`). It ends with the value, and with the process.
package final class FileLock: Sendable {
  private let descriptor: CInt

  /// Locks a file, which is made if it is not there. It is for the lock alone: the file stays.
  ///
  /// - Throws: ``SystemError``, with `EWOULDBLOCK` if another process, or another value of this one, has the lock.
  package init(_ path: String) throws(SystemError) {
    descriptor = try Self.locked(path)
  }

  /// Opens and locks the file. It is a static method, because an initialiser that throws after setting `descriptor`
  /// would run `deinit`, which closes the descriptor a second time.
  private static func locked(_ path: String) throws(SystemError) -> CInt {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
    guard descriptor >= 0 else { throw SystemError() }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError()
      close(descriptor)
      throw error
    }
    return descriptor
  }

  deinit {
    // A child process has a copy of the descriptor between its fork and its exec. Closing alone would leave the lock in
    // force until that copy is closed.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
