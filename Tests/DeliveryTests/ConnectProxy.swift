import Foundation
import Synchronization

/// A `CONNECT` proxy on 127.0.0.1 that requires one user's password. It uses two threads for each tunnel.
final class ConnectProxy: Sendable {
  /// The targets of `CONNECT` requests with the right password, as `host:port`.
  var tunnels: [String] { asked.withLock(\.self) }
  /// One element for each of them, as it comes.
  let arrivals = AsyncStream<Void>.makeStream()
  let port: Int

  private let listener: Int32
  private let authorization: String
  private let asked = Mutex<[String]>([])

  /// Runs a proxy for as long as the body runs.
  static func run(user: String, password: String, _ body: (ConnectProxy) async throws -> Void) async throws {
    let proxy = try ConnectProxy(user: user, password: password)
    Thread.detachNewThread { proxy.accept() }
    // The accepting thread wakes and ends; a tunnel ends with its client.
    defer { shutdown(proxy.listener, Int32(SHUT_RDWR)) }
    try await body(proxy)
  }

  private init(user: String, password: String) throws {
    authorization = "basic " + Data("\(user):\(password)".utf8).base64EncodedString().lowercased()
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    let port = unsafe Self.withAddress(port: 0) { address, length in
      var length = length
      guard unsafe bind(listener, address, length) == 0, listen(listener, 512) == 0,
        unsafe getsockname(listener, address, &length) == 0
      else { return UInt16?.none }
      return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        unsafe UInt16(bigEndian: $0.pointee.sin_port)
      }
    }
    guard let port else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    self.port = Int(port)
  }

  /// Runs a body with an address on 127.0.0.1.
  private static func withAddress<Value>(
    port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Value
  ) -> Value {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private func accept() {
    while case let client = Glibc.accept(listener, nil, nil), client >= 0 {
      Thread.detachNewThread { [self] in
        serve(client)
        close(client)
      }
    }
    close(listener)
  }

  private func serve(_ client: Int32) {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let byte = Self.read(client, 1), head.count < 8192 else { return }
      head += byte
    }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3, words[0] == "CONNECT" else {
      return Self.write(client, "HTTP/1.1 405 Method Not Allowed\r\n\r\n")
    }
    guard lines.contains(where: { $0.lowercased() == "proxy-authorization: \(authorization)" }) else {
      return Self.write(
        client, "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n")
    }
    asked.withLock { $0.append(String(words[1])) }
    arrivals.continuation.yield()
    let parts = words[1].split(separator: ":")
    let target = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let result = unsafe Self.withAddress(port: parts.last.flatMap { UInt16($0) } ?? 0) { address, length in
      unsafe connect(target, address, length)
    }
    if parts.first == "127.0.0.1", result == 0 {
      Self.write(client, "HTTP/1.1 200 Connection established\r\n\r\n")
      // The thread has ended before both descriptors are closed.
      let isOver = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        Self.copy(from: target, to: client)
        isOver.signal()
      }
      Self.copy(from: client, to: target)
      isOver.wait()
    } else {
      Self.write(client, "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n")
    }
    close(target)
  }

  /// Copies until the source ends, and then ends the target's input.
  private static func copy(from source: Int32, to target: Int32) {
    while let bytes = read(source, 64 << 10), write(target, bytes) {}
    shutdown(source, Int32(SHUT_RD))
    shutdown(target, Int32(SHUT_WR))
  }

  /// Reads at most `count` bytes; nil at the end.
  private static func read(_ descriptor: Int32, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = unsafe recv(descriptor, &bytes, count, 0)
    return received > 0 ? Array(bytes.prefix(received)) : nil
  }

  private static func write(_ descriptor: Int32, _ text: String) { _ = write(descriptor, Array(text.utf8)) }

  private static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }
}
