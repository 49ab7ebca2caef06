import Foundation
import Loop
import NIOCore

/// A TCP connection to 127.0.0.1, from any loopback address. One task may read while another writes.
final class TestSocket: Sendable {
  private let reader: CInt
  /// The same socket under another number, so that both directions can be waited for.
  private let writer: CInt
  private let readiness: SocketReadiness

  /// - Parameter source: the last byte of the address from which it connects, 127.0.0.x.
  init(port: Int, from source: UInt8 = 1) async throws {
    readiness = try SocketReadiness.shared.get()
    reader = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    writer = dup(reader)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = (UInt32(0x7f00_0000) | UInt32(source)).bigEndian
    let isBound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe source == 1 || bind(reader, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound else { throw Self.error }
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(reader, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result == 0 { return }
    guard errno == EINPROGRESS else { throw Self.error }
    await readiness.wait(for: .output, on: reader)
    var error: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    unsafe getsockopt(reader, SOL_SOCKET, SO_ERROR, &error, &length)
    if error != 0 { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Whether a server listens on a port. The connection that shows it is reset: many that were closed would take up all
  /// of the client's ports for a minute.
  static func isAccepted(on port: Int) async -> Bool {
    do {
      try await TestSocket(port: port).reset()
      return true
    } catch {
      return (error as? POSIXError)?.code != .ECONNREFUSED
    }
  }

  private static var error: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  /// The next bytes; nil once the server has closed.
  func read() async -> ByteBuffer? {
    var chunk = ByteBuffer()
    while true {
      var count = 0
      unsafe chunk.writeWithUnsafeMutableBytes(minimumWritableBytes: 64 << 10) { bytes in
        count = unsafe recv(reader, bytes.baseAddress, bytes.count, 0)
        return max(0, count)
      }
      if count >= 0 { return count > 0 ? chunk : nil }
      switch errno {
      case EINTR: continue
      case EAGAIN: await readiness.wait(for: [.input, .endOfInput], on: reader)
      default: return nil
      }
    }
  }

  /// Writes bytes; returns when the kernel has taken them.
  func write(_ bytes: ByteBuffer) async throws {
    var rest = bytes
    while rest.readableBytes > 0 {
      let count = unsafe rest.withUnsafeReadableBytes { bytes in
        unsafe send(writer, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest.moveReaderIndex(forwardBy: count)
      } else if errno == EAGAIN {
        await readiness.wait(for: .output, on: writer)
      } else if errno != EINTR {
        throw Self.error
      }
    }
  }

  /// Sends a FIN; what the server sends is still read.
  func endOutput() { shutdown(writer, CInt(SHUT_WR)) }

  /// Has the close send a TCP reset and no FIN (SO_LINGER with zero seconds).
  private func reset() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(reader, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
  }

  /// Closes both directions, which ends waiting reads and writes.
  func end() { shutdown(reader, CInt(SHUT_RDWR)) }
}
