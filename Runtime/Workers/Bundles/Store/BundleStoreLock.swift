import Foundation

/// The right to change a store. It ends with the value, and with the process.
package final class BundleStoreLock: Sendable {
  private let descriptor: CInt

  /// - Throws: ``BundleFault`` if another process has it.
  init(_ path: String) throws(BundleFault) {
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
    guard descriptor >= 0 else { throw BundleFault(errno, "cannot be opened", path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw BundleFault(
        "Another process changes the bundles in \((path as NSString).deletingLastPathComponent)",
        hint: "run the command again when it has ended")
    }
  }

  deinit {
    // A process that starts just now has a copy of the descriptor, which would keep the lock until it is closed there too.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
