import CDispatch  // The compiler may take `struct stat` for a part of this module.
import CLoop
import FoundationEssentials
import Glibc

/// A folder of the storage, open until it is released. Its calls block.
///
/// Everything below it is opened part by part and never through a symbolic link, so that no path leads out of it, even
/// if folders are changed meanwhile.
final class StorageFolder: Sendable {
  let descriptor: CInt

  /// Opens the folder of all buckets, which may itself be a link.
  ///
  /// - Throws: ``StorageRefusal`` as of ``StorageRefusal/init(openFailedWith:)``.
  init(at path: String) throws(StorageRefusal) {
    descriptor = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StorageRefusal(openFailedWith: errno) }
  }

  private init(taking descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens a folder below this one.
  ///
  /// - Throws: ``StorageRefusal`` 404 if a part is missing, no folder, or no name.
  func folder(_ parts: some Collection<Substring>) throws(StorageRefusal) -> StorageFolder {
    var folder = self
    for part in parts { folder = try folder.child(part) }
    return folder
  }

  /// Opens a folder below this one, and creates it and the folders around it if they are missing.
  ///
  /// - Throws: ``StorageRefusal`` 409 if a part is a file or a link; others as of
  ///   ``StorageRefusal/init(writeFailedWith:)``.
  func makeFolder(_ parts: some Collection<Substring>) throws(StorageRefusal) -> StorageFolder {
    var folder = self
    for part in parts {
      guard Self.isName(part) else { throw .invalidKey(String(part)) }
      if unsafe mkdirat(folder.descriptor, String(part), 0o700) == 0 {
        try folder.synchronise()
      } else if errno != EEXIST {
        throw StorageRefusal(writeFailedWith: errno)
      }
      let next = folder.openFolder(part)
      guard next >= 0 else { throw StorageRefusal(writeFailedWith: errno) }
      folder = StorageFolder(taking: next)
    }
    return folder
  }

  /// Writes the folder's entries to the disk.
  func synchronise() throws(StorageRefusal) {
    guard fsync(descriptor) == 0 else { throw StorageRefusal(writeFailedWith: errno) }
  }

  /// Opens a file of this folder; the caller closes the descriptor.
  func open(_ name: some StringProtocol) throws(StorageRefusal) -> CInt {
    guard Self.isName(name) else { throw .notFound }
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    let file = unsafe openat(descriptor, String(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw StorageRefusal(openFailedWith: errno) }
    return file
  }

  /// Removes a file; false if the folder has no file of that name.
  func remove(_ name: some StringProtocol) throws(StorageRefusal) -> Bool {
    guard Self.isName(name) else { return false }
    if unsafe unlinkat(descriptor, String(name), 0) == 0 { return true }
    switch errno {
    case ENOENT, ENOTDIR, EISDIR, EPERM: return false
    case let error: throw StorageRefusal(writeFailedWith: error)
    }
  }

  /// Renames a file of this folder in one step.
  ///
  /// - Throws: ``StorageRefusal`` 404 if there is no file to rename; 409 if another one has the new name.
  func rename(
    _ name: some StringProtocol, to newName: some StringProtocol, in folder: StorageFolder, replacing: Bool
  ) throws(StorageRefusal) {
    func attempt(replacing: Bool) -> CInt {
      unsafe cloop_rename(descriptor, String(name), folder.descriptor, String(newName), replacing)
    }
    var result = attempt(replacing: replacing)
    if result != 0, errno == EINVAL, !replacing {
      // NFS and some other file systems have no rename that refuses to replace a file. Between this check and the
      // rename, another host may upload a file of that name, which is then replaced.
      guard folder.status(of: String(newName)) == nil else { throw .exists }
      result = attempt(replacing: true)
    }
    guard result == 0 else {
      let error = errno
      throw error == ENOENT ? .notFound : StorageRefusal(writeFailedWith: error)
    }
  }

  /// Removes a folder below this one if it is empty, then its parents, up to the first one that is not.
  func removeEmpty(_ parts: ArraySlice<Substring>) {
    var parts = parts
    while let name = parts.popLast() {
      guard let parent = try? folder(parts), unsafe unlinkat(parent.descriptor, String(name), AT_REMOVEDIR) == 0 else {
        return
      }
    }
  }

  /// One entry of a folder.
  struct Entry: Sendable {
    enum Kind: Sendable { case file, folder }
    let name: String
    let kind: Kind
  }

  /// The files and folders in this folder in no order, without links, and without names that begin with a dot.
  func entries() throws(StorageRefusal) -> [Entry] {
    // The stream owns its descriptor. A copy of this one would share its position.
    let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw StorageRefusal(openFailedWith: errno) }
    guard let stream = unsafe fdopendir(copy) else {
      close(copy)
      throw .failed
    }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      guard name.utf8.first != UInt8(ascii: "."), let kind = kind(of: name, type: Int(unsafe entry.pointee.d_type))
      else {
        continue
      }
      entries.append(Entry(name: name, kind: kind))
    }
    return entries
  }

  /// The kind of an entry by the type that `readdir` gives, which not every file system knows.
  private func kind(of name: String, type: Int) -> Entry.Kind? {
    switch type {
    case DT_REG: .file
    case DT_DIR: .folder
    case DT_UNKNOWN:
      switch (status(of: name)?.st_mode ?? 0) & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: nil
      }
    default: nil
    }
  }

  /// The system's record of an entry; nil if there is none.
  func status(of name: String) -> stat? {
    var status = stat()
    return unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// The bytes of all files and folders below this folder. A file counts as at least `least`, a folder as `least`. The
  /// count ends above `limit`.
  func usage(least: Int, limit: Int) -> Int {
    var total = 0
    for entry in (try? entries()) ?? [] where total <= limit {
      switch entry.kind {
      case .file: total += max(least, Int(status(of: entry.name)?.st_size ?? 0))
      case .folder:
        total += least
        total += (try? child(entry.name[...]))?.usage(least: least, limit: limit - total) ?? 0
      }
    }
    return total
  }

  private func child(_ name: Substring) throws(StorageRefusal) -> StorageFolder {
    guard Self.isName(name) else { throw .notFound }
    let next = openFolder(name)
    guard next >= 0 else { throw StorageRefusal(openFailedWith: errno) }
    return StorageFolder(taking: next)
  }

  /// The descriptor of a folder in this one; negative for an error, which is in `errno`.
  private func openFolder(_ name: Substring) -> CInt {
    unsafe openat(descriptor, String(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  /// Whether a text is the name of one file or folder.
  private static func isName(_ part: some StringProtocol) -> Bool {
    !part.isEmpty && part != "." && part != ".." && !part.utf8.contains(0) && !part.utf8.contains(UInt8(ascii: "/"))
  }
}
