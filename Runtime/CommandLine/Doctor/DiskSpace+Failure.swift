import Console
import Loop

extension DiskSpace {
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
