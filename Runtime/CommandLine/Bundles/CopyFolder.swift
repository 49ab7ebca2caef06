import FoundationEssentials
import Loop
import Synchronization
import Workers

/// The folder for copies of executables that one run serves without deploying them: `run-<id>` in the store's folder.
/// The id has eight hexadecimal digits.
///
/// It is removed at the end of the run, or by a later run if this one was killed.
final class CopyFolder: Sendable {
  let store: BundleStore
  /// Held while the process lives, so that another one knows that the folder is in use.
  private let lock: Mutex<FileLock?>

  /// - Parameter isNeeded: whether there are executables to copy. If not, no folder is made.
  init(below folder: String, isNeeded: Bool) throws(BundleFault) {
    store = BundleStore(folder: "\(folder)/run-\(UUID().uuidString.prefix(8))")
    Self.removeAbandoned(below: folder)
    guard isNeeded else {
      lock = Mutex(nil)
      return
    }
    try BundleStore(folder: folder).make()
    lock = Mutex(try store.lock())
  }

  func remove() {
    guard lock.withLock({ $0.take() }) != nil else { return }
    try? FileManager.default.removeItem(atPath: store.folder)
  }

  private static func removeAbandoned(below folder: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      // The folder may have others.
      guard name.wholeMatch(of: /run-[0-9A-F]{8}/) != nil else { continue }
      guard (try? BundleStore(folder: "\(folder)/\(name)").lock()) != nil else { continue }
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }
}
