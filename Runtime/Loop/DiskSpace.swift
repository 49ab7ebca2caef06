import Glibc

/// The room on the file system of a path.
package struct DiskSpace: Sendable {
  /// The bytes that this process may still write.
  package let free: Int

  /// The room where a file is or would be; nil for a folder that does not exist.
  package init?(at path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    var status = statvfs()
    guard [path, folder].contains(where: { (place: String) in unsafe statvfs(place, &status) == 0 }) else { return nil }
    // A part of the blocks is kept for root.
    let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
    free = Int(clamping: UInt64(status.f_frsize) &* UInt64(blocks))
  }
}
