import Foundation
import Synchronization

/// A TCP connection on loopback whose calls block, for use on a thread of its own.
final class BlockingSocket: Sendable {
  private let descriptor: Int32
  private let received = Mutex<[UInt8]>([])

  /// - Parameter descriptor: a connected socket, which this object closes.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    // A test that waits for what never comes ends with an error, and not with the whole run.
    var patience = timeval(tv_sec: 120, tv_usec: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Connects to a port.
  convenience init(port: Int) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in.loopback(port: port)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    self.init(descriptor: descriptor)
    if result != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(descriptor) }

  /// Sends bytes; false if the other side has left.
  @discardableResult
  func send(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes[sent...].withUnsafeBytes { rest in
        unsafe Foundation.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Sends text; false if the other side has left.
  @discardableResult
  func send(_ text: String) -> Bool { send(text.utf8) }

  /// Receives more; false at the end.
  private func more() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    received.withLock { $0 += bytes[..<count] }
    return true
  }

  /// The bytes up to and with a text; what there is if the other side ends before.
  func read(through end: String) -> String {
    let end = Array(end.utf8)
    while true {
      let found: String? = received.withLock { received in
        guard let range = received.firstRange(of: end) else { return nil }
        defer { received.removeFirst(range.upperBound) }
        return String(decoding: received[..<range.upperBound], as: UTF8.self)
      }
      if let found { return found }
      guard more() else { return rest() }
    }
  }

  /// So many bytes; fewer if the other side ends before.
  func read(count: Int) -> [UInt8] {
    while received.withLock({ $0.count }) < count, more() {}
    return received.withLock { received in
      defer { received.removeFirst(min(count, received.count)) }
      return Array(received.prefix(count))
    }
  }

  private func rest() -> String {
    received.withLock { received in
      defer { received = [] }
      return String(decoding: received, as: UTF8.self)
    }
  }

  /// Everything until the other side ends.
  func readToEnd() -> String {
    while more() {}
    return rest()
  }

  /// Ends the output.
  func endOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Resets the connection.
  func reset() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
  }
}

extension sockaddr_in {
  /// 127.0.0.1 with a port.
  static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }
}

/// Runs blocking work on a thread of its own.
func onThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
  }
}
