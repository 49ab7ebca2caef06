import CoreFoundation
import Foundation
import NIOCore

/// A regular file below the storage folder, open for reading until it is released. Its calls block.
final class StoredFile: Sendable {
  /// The file's length in bytes, and its time of modification, when it was opened.
  let version: FileVersion
  private let descriptor: CInt

  /// Opens a file by its path below a folder.
  ///
  /// No part of the path may be a symbolic link, `.` or `..`, so it cannot lead out of the folder, even if the folder is changed
  /// meanwhile. The folder itself may be a link.
  ///
  /// - Throws: ``StorageRefusal`` 404 if the file does not exist, is not readable, or is a folder, a pipe, a socket or a device;
  ///   503 if the process has no descriptors or memory left; 500 if the file system fails.
  init(_ path: String, below folder: String) throws(StorageRefusal) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, parts.allSatisfy(Self.isName) else { throw .notFound }
    var parent = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var error = errno
    for part in parts.dropLast() where parent >= 0 {
      let next = unsafe openat(parent, String(part), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      error = errno
      close(parent)
      parent = next
    }
    guard parent >= 0 else { throw StorageRefusal(openFailedWith: error) }
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    let descriptor = unsafe openat(parent, String(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    error = errno
    close(parent)
    guard descriptor >= 0 else { throw StorageRefusal(openFailedWith: error) }
    self.descriptor = descriptor
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    version = FileVersion(
      size: Int(status.st_size), seconds: Int(status.st_mtim.tv_sec), nanoseconds: Int(status.st_mtim.tv_nsec))
    guard isKnown, status.st_mode & S_IFMT == S_IFREG else { throw .notFound }
  }

  deinit { close(descriptor) }

  /// Reads a piece of the file.
  ///
  /// - Returns: up to `count` bytes; none at the file's end; nil if the file cannot be read.
  func read(at offset: Int, upTo count: Int) -> ByteBuffer? {
    var piece = ByteBuffer()
    while true {
      var failure: CInt = 0
      unsafe piece.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
        let read = unsafe pread(descriptor, room.baseAddress, count, off_t(offset))
        if read < 0 { failure = errno }
        return max(0, read)
      }
      if failure == 0 { return piece }
      guard failure == EINTR else { return nil }
    }
  }

  private static func isName(_ part: Substring) -> Bool {
    !part.isEmpty && part != "." && part != ".." && !part.utf8.contains(0)
  }
}
