import Console
import FoundationEssentials
import Glibc

/// The room on the file system of a path.
struct DiskSpace: Sendable {
  /// The bytes that this process may still write.
  let free: Int

  /// The room where a file is or would be; nil for a folder that does not exist.
  init?(at path: String) {
    let folder = path.pathFolder
    let place = FileManager.default.fileExists(atPath: path) ? path : folder.isEmpty ? "." : folder
    var status = statvfs()
    guard unsafe statvfs(place, &status) == 0 else { return nil }
    free = Int(clamping: UInt64(status.f_frsize) &* UInt64(status.f_bavail))
  }

  /// The failure of a command whose files do not fit on the disk.
  ///
  /// - Parameter bytes: the most that the command writes there.
  static func failure(at path: String, needing bytes: Int) -> Failure {
    let free = DiskSpace(at: path).map { Quantities.bytes($0.free) } ?? "an unknown number of bytes"
    return Failure(
      .failed, "The disk of \(path) is too full: up to \(Quantities.bytes(bytes)) are needed, and \(free) are free",
      hint: "make room, or choose another disk")
  }
}
