import Foundation
import Synchronization

/// A server of one's own bytes: each connection runs a script, on a thread of its own.
final class TestServer: Sendable {
  typealias Script = @Sendable (TestConnection) -> Void

  let port: UInt16
  private let listener: Int32
  private let accepted = Atomic<Int>(0)

  var accepts: Int { accepted.load(ordering: .sequentiallyConsistent) }
  var url: String { "http://127.0.0.1:\(port)" }

  /// Listens on a free port of 127.0.0.1.
  convenience init(_ script: @escaping Script) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try unsafe withUnsafeMutablePointer(to: &address) { pointer in
      try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        try unsafe Self.check(bind(listener, pointer, length))
        try unsafe Self.check(getsockname(listener, pointer, &length))
      }
    }
    try self.init(listener: listener, port: UInt16(bigEndian: address.sin_port), script)
  }

  /// Listens on a Unix socket.
  convenience init(path: String, _ script: @escaping Script) throws {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      unsafe bytes.copyBytes(from: path.utf8.prefix(bytes.count - 1))
    }
    try unsafe withUnsafePointer(to: &address) { pointer in
      try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        try unsafe Self.check(bind(listener, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)))
      }
    }
    try self.init(listener: listener, port: 0, script)
  }

  private init(listener: Int32, port: UInt16, _ script: @escaping Script) throws {
    self.listener = listener
    self.port = port
    try Self.check(listen(listener, 512))
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { break }
        accepted.add(1, ordering: .sequentiallyConsistent)
        Thread.detachNewThread { script(TestConnection(connection)) }
      }
      close(listener)
    }
  }

  /// Accepts no more; wakes the accepting thread, which closes the socket.
  func stop() {
    Glibc.shutdown(listener, Int32(SHUT_RDWR))
  }

  private static func check(_ result: Int32) throws {
    if result != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }
}
