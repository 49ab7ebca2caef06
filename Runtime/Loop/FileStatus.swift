import CDispatch  // The compiler may take `struct stat` for a part of this module.
import Glibc

/// The system's record of a file (`stat(2)`).
package struct FileStatus: Hashable, Sendable {
  /// The file's type.
  package enum Kind: Hashable, Sendable { case regular, folder, symbolicLink, socket, other }

  /// The identity of a file: its device and its inode number. All names of one file share it.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  package let kind: Kind
  /// The length in bytes.
  package let size: Int
  /// The permission bits, such as `0o644`.
  package let permissions: Int
  package let identity: Identity
  /// The number of the file's names.
  package let linkCount: Int
  /// The time of the last change of the content, in nanoseconds since 1970. It is for comparison only: it overflows
  /// after the year 2262 and wraps around.
  package let modified: Int

  /// Reads the status of a file; nil if there is no such file, or no access to its folder. With `followsLinks`, a link
  /// stands for the file that it leads to.
  package init?(of path: String, followsLinks: Bool = true) {
    var status = stat()
    let result = followsLinks ? unsafe stat(path, &status) : unsafe lstat(path, &status)
    guard result == 0 else { return nil }
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .symbolicLink
      case S_IFSOCK: .socket
      default: .other
      }
    size = Int(status.st_size)
    permissions = Int(status.st_mode & 0o7777)
    linkCount = Int(status.st_nlink)
    identity = Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    modified = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
  }
}
