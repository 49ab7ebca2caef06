import Edge
import FoundationEssentials
import Glibc
import NIOCore

/// A file that is being uploaded: it has a name of its own in the folder `.uploads`, which is no bucket, until it is
/// published. Its calls block.
///
/// It is removed when it is released unpublished. ``removeAbandoned(below:)`` removes those of a process that ended.
final class UploadFile: Sendable {
  static let folder = ".uploads"

  private let uploads: StorageFolder
  private let name: String
  private let descriptor: CInt

  /// Creates an empty file.
  ///
  /// - Parameter willLock: called with a new file before it is locked.
  /// - Throws: ``StorageRefusal`` if the file system refuses.
  init(below root: StorageFolder, willLock: () -> Void = {}) throws(StorageRefusal) {
    uploads = try root.makeFolder([Self.folder[...]])
    while true {
      let name = UUID().lowercased
      let descriptor = unsafe openat(
        uploads.descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
      guard descriptor >= 0 else { throw StorageRefusal(writeFailedWith: errno) }
      willLock()
      // Another host may have taken the file for an abandoned one, as long as it had no lock.
      if Self.lock(descriptor), uploads.status(of: name) != nil {
        (self.name, self.descriptor) = (name, descriptor)
        return
      }
      close(descriptor)
    }
  }

  /// Locks a new file. The lock ends with the process. It tells an abandoned file from one of another host on the same
  /// folder.
  ///
  /// - Returns: false if another host has locked it. A file system without locks counts as success: there no host
  ///   removes abandoned files.
  private static func lock(_ file: CInt) -> Bool {
    flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  deinit {
    removeName()
    close(descriptor)
  }

  /// Removes the file's temporary name. It is called before the answer is sent, since the last reference to the file
  /// may be released later.
  func removeName() { unsafe unlinkat(uploads.descriptor, name, 0) }

  func write(_ bytes: ByteBuffer, at offset: Int) throws(StorageRefusal) {
    var (bytes, offset) = (bytes, offset)
    while bytes.readableBytes > 0 {
      let written = unsafe bytes.readableBytesView.withUnsafeBytes { bytes in
        unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
      }
      if written < 0 {
        guard errno == EINTR else { throw StorageRefusal(writeFailedWith: errno) }
        continue
      }
      bytes.moveReaderIndex(forwardBy: written)
      offset += written
    }
  }

  /// Writes the metadata, and all of the file to the disk.
  func finish(_ metadata: FileMetadata) throws(StorageRefusal) {
    try metadata.write(to: descriptor)
    guard fsync(descriptor) == 0 else { throw StorageRefusal(writeFailedWith: errno) }
  }

  /// Gives the file its name in one step: readers see the whole file or none of it. Several uploads of one name take
  /// effect one after the other.
  ///
  /// - Throws: ``StorageRefusal`` 409 if there is one and it is not replaced.
  func publish(as final: some StringProtocol, in folder: StorageFolder, replacing: Bool) throws(StorageRefusal) {
    let final = String(final)
    defer { removeName() }
    let result =
      replacing
      ? unsafe renameat(uploads.descriptor, name, folder.descriptor, final)
      : unsafe linkat(uploads.descriptor, name, folder.descriptor, final, 0)
    guard result == 0 else { throw StorageRefusal(writeFailedWith: errno) }
    try folder.synchronise()
  }

  /// Removes the files of processes that ended during an upload.
  static func removeAbandoned(below root: StorageFolder) {
    guard let uploads = try? root.folder([folder[...]]) else { return }
    for entry in (try? uploads.entries()) ?? [] {
      guard let file = try? uploads.open(entry.name) else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unsafe unlinkat(uploads.descriptor, entry.name, 0) }
      close(file)
    }
  }
}
