import Foundation

/// A blocking TCP connection to 127.0.0.1.
final class TestSocket: Sendable {
  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw Self.error }
  }

  deinit { close(descriptor) }

  private static var error: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  /// The next bytes; none at the end.
  func read() -> Result<[UInt8], POSIXError> {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
      if count >= 0 { return .success(Array(bytes.prefix(count))) }
      if errno != EINTR { return .failure(Self.error) }
    }
  }

  /// Writes all bytes. A failure is detected by reading.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends the output; what the server sends is still read.
  func endOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends both directions; a reading thread wakes.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
