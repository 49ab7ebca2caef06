import CProcess
import FoundationEssentials
import Glibc
import Loop

/// The folder of this host below the system's temporary one, in which each worker has a folder of its own.
///
/// A lock says that its host lives, and the lock's file names the marks of its workers. The next host kills what is left
/// of the workers of a host that was killed, and removes their folders.
final class WorkerFolders: Sendable {
  private static let prefix = "swiftlet-workers-"
  /// The beginning of the name of a folder without its lock.
  private static let newPrefix = "swiftlet-new-"
  /// The age in seconds from which a folder without its lock is abandoned. A host keeps such a name for an instant.
  private static let greatestAge = 3600.0

  /// The path of the host's folder.
  let path: String
  let marks = WorkerMarks()
  private let lock: OwnedDescriptor

  /// - Throws: ``WorkerStartFault`` if the folder cannot be created.
  init(in base: String = FileManager.default.temporaryDirectory.path) throws(WorkerStartFault) {
    Self.removeAbandoned(in: base)
    // It gets its name once it has its lock.
    guard let unnamed = Self.makeFolder("\(base)/\(Self.newPrefix)") else {
      throw WorkerStartFault(step: "create a folder in \(base)", errno)
    }
    lock = OwnedDescriptor(unsafe open("\(unnamed)/lock", O_RDWR | O_CREAT | O_CLOEXEC, mode_t(0o600)))
    path = "\(base)/\(Self.prefix)\(UUID().uuidString)"
    guard lock.value >= 0, flock(lock.value, LOCK_EX | LOCK_NB) == 0,
      Descriptor.write(marks.text.utf8, to: lock.value), unsafe rename(unnamed, path) == 0
    else {
      let fault = WorkerStartFault(step: "lock the folder \(unnamed)", errno)
      Self.delete(unnamed)
      throw fault
    }
  }

  // A process that is being started has a copy of the descriptor, and with it the lock, until it runs its program.
  deinit { flock(lock.value, LOCK_UN) }

  func make() throws(WorkerStartFault) -> String {
    guard let folder = Self.makeFolder("\(path)/") else {
      throw WorkerStartFault(step: "create a folder in \(path)", errno)
    }
    return folder
  }

  func remove(_ folder: String) { Self.delete(folder) }

  /// Removes the host's folder.
  func removeAll() {
    Self.delete(path)
    lock.close()
  }

  private static func delete(_ folder: String) { _ = unsafe cprocess_remove_folder(folder) }

  private static func makeFolder(_ prefix: String) -> String? {
    var template = Array("\(prefix)XXXXXX".utf8CString)
    return unsafe template.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, let made = unsafe mkdtemp(start) else { return nil }
      return unsafe String(cString: made)
    }
  }

  private static func removeAbandoned(in base: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    for name in names where name.hasPrefix(newPrefix) && age(of: "\(base)/\(name)") > greatestAge {
      delete("\(base)/\(name)")
    }
    for name in names where name.hasPrefix(prefix) {
      let lock = OwnedDescriptor(unsafe open("\(base)/\(name)/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW))
      guard lock.value >= 0, flock(lock.value, LOCK_EX | LOCK_NB) == 0 else { continue }
      marks(of: lock)?.killProcesses()
      delete("\(base)/\(name)")
    }
  }

  /// The seconds since the last change of a folder; 0 if it is gone.
  private static func age(of folder: String) -> Double {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder)
    return (attributes?[.modificationDate] as? Date).map { -$0.timeIntervalSinceNow } ?? 0
  }

  /// Reads the marks of a host that has ended. A file of another user counts for nothing: its text could name the
  /// processes of a host that lives.
  private static func marks(of lock: OwnedDescriptor) -> WorkerMarks? {
    guard cprocess_is_own(lock.value), let text = Descriptor.read(lock.value, atMost: 32) else { return nil }
    return WorkerMarks(text: String(decoding: text, as: UTF8.self))
  }
}
