import FoundationEssentials
import Glibc

extension ExecutableFile {
  /// Reads the headers of the program at a path.
  ///
  /// - Throws: ``WorkerStartFault`` if it cannot be read, or is no program for this system.
  init(contentsOf path: String) throws(WorkerStartFault) {
    var status = stat()
    let file = OwnedDescriptor(unsafe open(path, O_RDONLY | O_CLOEXEC))
    guard file.value >= 0, unsafe fstat(file.value, &status) == 0 else {
      throw WorkerStartFault(step: "read \(path)", errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw WorkerStartFault("\(path) is not a file", error: EACCES) }
    guard status.st_mode & 0o111 != 0 else {
      throw WorkerStartFault("\(path) is not executable (chmod +x makes it so)", error: EACCES)
    }
    try self.init(path) { offset, count in
      guard let offset = off_t(exactly: offset) else { return [] }
      return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
        unsafe size = max(0, pread(file.value, buffer.baseAddress, count, offset))
      }
    }
  }
}
