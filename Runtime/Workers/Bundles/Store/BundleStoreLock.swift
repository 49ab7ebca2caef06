import Glibc
import Loop
import Wire

/// An exclusive `flock` on a store's lock file. It is released when this object is freed or the process ends.
package final class BundleStoreLock: Sendable {
  private let lock: FileLock

  /// - Throws: ``BundleFault`` if another process has it.
  init(_ path: String) throws(BundleFault) {
    do throws(SystemError) {
      lock = try FileLock(path)
    } catch {
      guard error.number == EWOULDBLOCK else { throw BundleFault(error.number, "cannot be locked", path) }
      throw BundleFault(
        "Another process changes the bundles in \(path.pathFolder)", hint: "run the command again when it has ended")
    }
  }
}
