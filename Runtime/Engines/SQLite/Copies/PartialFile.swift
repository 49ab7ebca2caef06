import Database
import FoundationEssentials
import Glibc
import Loop

/// A file that is written under a name of its own in its target's folder, and takes the target's name once it is whole.
///
/// Only its owner can read it. It is locked while its process lives. A process that was killed leaves it unlocked, and
/// the next one that writes into the folder removes it.
final class PartialFile {
  /// The files that SQLite makes beside a database.
  static let besides = ["-journal", "-wal", "-shm"]
  private static let (prefix, suffix) = (".swiftlet-", ".partial")

  let path: String
  private let target: String
  private let folder: String
  private let descriptor: CInt
  private var isPublished = false

  /// Makes an empty file beside its target.
  ///
  /// - Throws: ``DatabaseError`` that names the folder, or the target if it is no regular file.
  init(for target: String) throws(DatabaseError) {
    try Self.checkKind(of: target)
    self.target = target
    folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
    Self.sweep(folder)
    while true {
      let path = "\(folder)/\(Self.prefix)\(UUID().uuidString.lowercased())\(Self.suffix)"
      let descriptor = unsafe Glibc.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Self.failure("A file cannot be made in \(folder)", errno) }
      let fault = flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
      if fault == 0, Self.isFile(descriptor, at: path) {
        (self.path, self.descriptor) = (path, descriptor)
        return
      }
      // Another process may have locked and removed the file before it was locked here. Then another one is made.
      guard fault == 0 || fault == EWOULDBLOCK else {
        _ = unsafe unlink(path)
        Glibc.close(descriptor)
        throw Self.failure("A file in \(folder) cannot be locked", fault)
      }
      Glibc.close(descriptor)
    }
  }

  deinit {
    if !isPublished { Self.remove(path) }
    // Closed after SQLite's connections, since closing any descriptor of a file releases the process's POSIX locks on
    // it.
    Glibc.close(descriptor)
  }

  /// Gives the file its target's name, once all of it is on the disk. It replaces an older file only if it may.
  ///
  /// - Returns: The file's size in bytes.
  /// - Throws: ``DatabaseError``; then the target is as it was.
  func publish(replacing isReplacing: Bool) throws(DatabaseError) -> Int {
    guard fsync(descriptor) == 0 else { throw Self.failure("\(target) cannot be written", errno) }
    let size = lseek(descriptor, 0, SEEK_END)
    if isReplacing {
      try Self.checkKind(of: target)
      guard unsafe rename(path, target) == 0 else { throw Self.failure("\(target) cannot be written", errno) }
    } else {
      try name()
    }
    isPublished = true
    Self.sync(folder)
    return Int(size)
  }

  /// Gives the file its target's name, which no file may have. Unlike a rename, a link replaces nothing.
  private func name() throws(DatabaseError) {
    if unsafe link(path, target) == 0 {
      _ = unsafe unlink(path)
      return
    }
    var fault = errno
    // Some file systems, such as FAT, have no hard links. There the file is renamed onto an empty file that was created
    // exclusively.
    if [EPERM, EOPNOTSUPP, ENOSYS].contains(fault) {
      let empty = unsafe Glibc.open(target, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
      if empty >= 0 {
        Glibc.close(empty)
        if unsafe rename(path, target) == 0 { return }
        fault = errno
        _ = unsafe unlink(target)
      } else {
        fault = errno
      }
    }
    throw Self.failure("\(target) cannot be written", fault)
  }

  /// Refuses a target that is there and no regular file. A rename would replace a device, a FIFO or a symbolic link.
  private static func checkKind(of target: String) throws(DatabaseError) {
    let kind = FileStatus(of: target, followsLinks: false)?.kind
    guard kind == nil || kind == .regular else {
      throw DatabaseError(.cannotOpen, "\(target) is no regular file, so it is not replaced")
    }
  }

  /// Brings a folder's entries onto the disk.
  static func sync(_ folder: String) {
    let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    Glibc.close(descriptor)
  }

  /// Removes the files of processes that have ended.
  private static func sweep(_ folder: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
      let path = "\(folder)/\(name)"
      let descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      Glibc.close(descriptor)
    }
  }

  private static func remove(_ path: String) {
    for suffix in [""] + besides { _ = unsafe unlink(path + suffix) }
  }

  /// Whether the path still leads to the open file.
  private static func isFile(_ descriptor: CInt, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return unsafe fstat(descriptor, &open) == 0 && stat(path, &named) == 0 && open.st_ino == named.st_ino
      && open.st_dev == named.st_dev
  }

  private static func failure(_ what: String, _ number: CInt) -> DatabaseError {
    let code: DatabaseError.Code =
      switch number {
      case ENOSPC, EDQUOT: .full
      case EACCES, EPERM, EROFS: .readOnly
      case EIO: .io
      default: .cannotOpen
      }
    return DatabaseError(code, "\(what): \(SystemError(number))")
  }
}
