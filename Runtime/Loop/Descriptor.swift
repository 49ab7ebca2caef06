package import Glibc

/// Blocking reads and writes of descriptors. A read or write that a signal interrupts is repeated.
package enum Descriptor {
  /// Creates a file for writing, with these permissions less the process's mask; or opens one and empties it, unless it
  /// has to be new. The caller closes the descriptor.
  package static func create(_ path: String, permissions: mode_t, isNew: Bool = false) throws(SystemError) -> CInt {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isNew ? O_EXCL : O_TRUNC)
    let descriptor = unsafe open(path, flags, permissions)
    guard descriptor >= 0 else { throw SystemError() }
    return descriptor
  }

  /// Reads the bytes that have arrived, or waits for some: none at the end of the file; nil after an error, which
  /// `errno` has.
  package static func read(_ descriptor: CInt, atMost capacity: Int) -> [UInt8]? {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      repeat { result = unsafe Glibc.read(descriptor, buffer.baseAddress, capacity) } while result < 0 && errno == EINTR
      count = max(0, result)
    }
    return result < 0 ? nil : bytes
  }

  /// Reads to the end of a file or a pipe; nil after an error, which `errno` has.
  package static func readToEnd(_ descriptor: CInt) -> [UInt8]? {
    var bytes: [UInt8] = []
    while let piece = read(descriptor, atMost: 64 << 10) {
      if piece.isEmpty { return bytes }
      bytes += piece
    }
    return nil
  }

  /// Whether the other end of a pipe that is written to is closed.
  package static func hasLostReader(_ descriptor: CInt) -> Bool {
    var status = pollfd(fd: descriptor, events: 0, revents: 0)
    return unsafe poll(&status, 1, 0) == 1 && status.revents & Int16(POLLERR) != 0
  }

  /// Writes all bytes; false after an error, which `errno` has.
  @discardableResult
  package static func write(_ bytes: some Sequence<UInt8>, to descriptor: CInt) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR { continue }
      if count == 0 { errno = EIO }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
