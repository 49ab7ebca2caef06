import Foundation

/// The room on the file system of a path.
struct DiskSpace: Sendable {
  /// The bytes that this process may still write.
  let free: Int

  /// The room where a file is or would be; nil for a folder that does not exist.
  init?(at path: String) {
    let folder = (path as NSString).deletingLastPathComponent
    let place = FileManager.default.fileExists(atPath: path) ? path : folder.isEmpty ? "." : folder
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: place)
    guard let bytes = attributes?[.systemFreeSize] as? NSNumber else { return nil }
    free = Int(clamping: bytes.uint64Value)
  }

  /// The failure of a command whose files do not fit on the disk.
  ///
  /// - Parameter bytes: the most that the command writes there.
  static func failure(at path: String, needing bytes: Int) -> Failure {
    let free = DiskSpace(at: path).map { Words.size($0.free) } ?? "an unknown number of bytes"
    return Failure(
      .failed, "The disk of \(path) is too full: up to \(Words.size(bytes)) are needed, and \(free) are free",
      hint: "make room, or choose another disk")
  }
}
