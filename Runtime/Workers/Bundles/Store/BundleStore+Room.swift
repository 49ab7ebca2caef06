import Loop

extension BundleStore {
  /// Checks that the disk of the folder has room for a file.
  ///
  /// - Parameter size: the file's size in bytes.
  /// - Throws: ``BundleFault`` that names both sizes.
  func checkRoom(for size: Int) throws(BundleFault) {
    // Without an answer, writing the file finds out.
    guard let free = DiskSpace(at: folder)?.free, size > free else { return }
    throw BundleFault(
      "The disk of \(folder) is too full: up to \(1 + size >> 20) MiB are needed, and \(free >> 20) MiB are free",
      hint: "make room, or set [swiftlet] bundle_directory to a folder of another disk")
  }
}
