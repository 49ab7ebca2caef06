import Foundation
import NIOCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A Unix socket that its owner alone can reach.
enum UnixSocket {
  /// Binds a socket with mode 0600. Nobody can connect before it is listened on, so its mode is right from the start; the process-wide
  /// umask, which other threads create files with, is left alone.
  ///
  /// - Returns: the socket's descriptor.
  /// - Throws: `IOError` for a path that is too long, or where something other than a left-behind socket lies.
  static func bind(to path: String) throws(IOError) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw IOError(errnoCode: ENAMETOOLONG, reason: "bind")
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
    removeLeftBehind(path)
    let isBound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        #if canImport(Glibc)
          unsafe Glibc.bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
        #else
          unsafe Darwin.bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
        #endif
      }
    }
    guard isBound == 0, unsafe chmod(path, 0o600) == 0 else {
      let error = IOError(errnoCode: errno, reason: "bind")
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Removes the socket of a host that was killed; any other file stays.
  private static func removeLeftBehind(_ path: String) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeSocket else { return }
    _ = unsafe unlink(path)
  }
}
