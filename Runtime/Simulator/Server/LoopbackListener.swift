import CLoop
import Glibc
import Loop

/// A TCP socket that listens on 127.0.0.1.
struct LoopbackListener: Sendable {
  static let host = "127.0.0.1"
  private static let backlog: CInt = 1024

  /// The result of an accept.
  enum Acceptance {
    case connection(CInt)
    case nothing
    /// The process has no descriptor or memory left.
    case exhausted
  }

  let descriptor: CInt

  /// - Parameter port: the port; 0 for any free one.
  /// - Throws: ``SimulatorError``.
  init(port: Int) throws(SimulatorError) {
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw Self.failure(errno, port) }
    var one: CInt = 1
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<CInt>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard bound == 0, listen(descriptor, Self.backlog) == 0 else {
      let error = errno
      Glibc.close(descriptor)
      throw Self.failure(error, port)
    }
  }

  private static func failure(_ error: CInt, _ port: Int) -> SimulatorError {
    guard error != EADDRINUSE else {
      return SimulatorError(.portTaken, "Port \(port) on \(host) is taken: choose another one, or 0 for any")
    }
    return SimulatorError(.cannotListen, "Port \(port) on \(host) cannot be listened on: \(SystemError(error))")
  }

  var port: Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &length) }
    }
    return Int(in_port_t(bigEndian: address.sin_port))
  }

  /// Accepts one connection with a non-blocking socket.
  func accept() -> Acceptance {
    while true {
      var address = sockaddr_storage()
      let connection = unsafe cloop_accept(descriptor, &address)
      if connection >= 0 { return .connection(connection) }
      switch errno {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EAGAIN: return .nothing
      default: return .exhausted
      }
    }
  }

  func close() { Glibc.close(descriptor) }
}
