import FoundationEssentials
import Glibc
import Loop
import NIOCore

/// Creates Unix sockets that only their owner can use.
enum UnixSocket {
  /// Binds a socket with mode 0600; returns its descriptor. No client can connect before `listen`, so the mode is in
  /// force from the start, without a change of the process's umask.
  ///
  /// - Throws: `IOError` for a path that is too long, or at which a file other than a stale socket exists.
  static func bind(to path: String) throws(IOError) -> CInt {
    let descriptor = try make()
    do throws(IOError) {
      removeLeftBehind(path)
      guard unsafe try withAddress(path, { unsafe Glibc.bind(descriptor, $0, $1) }) == 0, unsafe chmod(path, 0o600) == 0
      else { throw IOError(errnoCode: errno, reason: "bind") }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Whether a process listens on the socket.
  static func isAnswered(_ path: String) -> Bool {
    guard let descriptor = try? make() else { return false }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    // EAGAIN: the listener's queue is full.
    let isConnected = unsafe try? withAddress(path) { unsafe connect(descriptor, $0, $1) == 0 || errno == EAGAIN }
    return isConnected ?? false
  }

  private static func make() throws(IOError) -> CInt {
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
    return descriptor
  }

  private static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) throws(IOError) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw IOError(errnoCode: ENAMETOOLONG, reason: "bind")
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe body(address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Removes the socket of a killed process; any other file stays.
  private static func removeLeftBehind(_ path: String) {
    guard FileStatus(of: path, followsLinks: false)?.kind == .socket else { return }
    _ = unsafe unlink(path)
  }
}
