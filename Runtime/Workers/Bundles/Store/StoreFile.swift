import Glibc
import Loop
import Wire

/// Writing of files so that a crash at any point leaves the old file or the new one.
enum StoreFile {
  /// Writes a whole file, synchronises it and gives it its name.
  ///
  /// - Parameters:
  ///   - written: called after the bytes are written.
  ///   - synchronised: called after they are on the disk.
  static func write(
    _ bytes: [UInt8], to path: String, written: () throws(BundleFault) -> Void = {},
    synchronised: () throws(BundleFault) -> Void = {}
  ) throws(BundleFault) {
    let new = "\(path).new"
    let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
    guard descriptor >= 0 else { throw BundleFault(errno, "cannot be written", new) }
    defer { close(descriptor) }
    try append(bytes, to: descriptor, new)
    try written()
    guard fsync(descriptor) == 0 else { throw BundleFault(errno, "cannot be written", new) }
    try synchronised()
    try name(new, path)
  }

  /// Renames a file to its final name, and synchronises the folder so that the name survives a power failure.
  static func name(_ new: String, _ path: String) throws(BundleFault) {
    guard unsafe rename(new, path) == 0 else { throw BundleFault(errno, "cannot be written", path) }
    try synchronise(folder: path.pathFolder)
  }

  /// Writes bytes at a descriptor's current offset.
  static func append(_ bytes: [UInt8], to descriptor: CInt, _ path: String) throws(BundleFault) {
    guard Descriptor.write(bytes, to: descriptor) else { throw BundleFault(errno, "cannot be written", path) }
  }

  /// Copies all bytes from one descriptor to another.
  static func copy(
    from source: CInt, _ sourcePath: String, to target: CInt, _ targetPath: String
  ) throws(BundleFault) {
    while true {
      guard let piece = Descriptor.read(source, atMost: 1 << 20) else {
        throw BundleFault(errno, "cannot be read", sourcePath)
      }
      if piece.isEmpty { return }
      try append(piece, to: target, targetPath)
    }
  }

  private static func synchronise(folder: String) throws(BundleFault) {
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BundleFault(errno, "cannot be opened", folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw BundleFault(errno, "cannot be written", folder) }
  }
}

extension BundleFault {
  /// The refusal of the file system.
  init(_ error: CInt, _ what: String, _ path: String) {
    self.init("\(path) \(what): \(SystemError(error))")
  }
}
