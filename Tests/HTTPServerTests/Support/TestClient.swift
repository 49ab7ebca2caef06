import Glibc
import Testing

@testable import HTTPServer

/// A client on a blocking socket, which closes with it.
@safe final class TestClient {
  private let descriptor: CInt
  private var received: [UInt8] = []

  init(port: Int) throws {
    let address = try NetworkAddress(host: "127.0.0.1", port: port)
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    // A test that waits for too long fails.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    try #require(unsafe address.withPointer { unsafe connect(descriptor, $0, $1) } == 0)
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    let count = unsafe Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    #expect(count == bytes.count)
  }

  /// Reads a response with a declared length; returns its body.
  func readResponse() throws -> String {
    let head = try read { bytes in String(decoding: bytes, as: UTF8.self).firstRange(of: "\r\n\r\n").map { _ in () } }
    let end = try #require(head.firstRange(of: "\r\n\r\n"))
    let field = try #require(head.firstRange(of: "content-length: "))
    let length = try #require(Int(head[field.upperBound...].prefix { $0.isNumber }))
    let start = head.utf8.distance(from: head.startIndex, to: end.upperBound)
    _ = try read { bytes in bytes.count >= start + length ? () : nil }
    defer { received.removeFirst(start + length) }
    return String(decoding: received[start..<start + length], as: UTF8.self)
  }

  /// Reads so many bytes.
  func read(_ count: Int) throws -> [UInt8] {
    _ = try read { bytes in bytes.count >= count ? () : nil }
    defer { received.removeFirst(count) }
    return Array(received[..<count])
  }

  /// Reads a response's head; returns its lines.
  func readHead() throws -> [Substring] {
    let text = try read { bytes in String(decoding: bytes, as: UTF8.self).firstRange(of: "\r\n\r\n").map { _ in () } }
    let end = try #require(text.firstRange(of: "\r\n\r\n"))
    received.removeFirst(text.utf8.distance(from: text.startIndex, to: end.upperBound))
    return text[..<end.lowerBound].split(separator: "\r\n")
  }

  /// Sends nothing more.
  func endOutput() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Whether the server has ended its output, after the bytes that were read: waits for it.
  func isAtEnd() -> Bool {
    var byte: UInt8 = 0
    let count = unsafe recv(descriptor, &byte, 1, 0)
    return received.isEmpty && (count == 0 || (count < 0 && errno == ECONNRESET))
  }

  /// Reads until the bytes suffice; returns all of them as a text.
  private func read(until suffices: ([UInt8]) -> Void?) throws -> String {
    while suffices(received) == nil {
      var part = [UInt8](repeating: 0, count: 4096)
      let count = unsafe recv(descriptor, &part, part.count, 0)
      try #require(count > 0, "The server has closed, or sends nothing")
      received += part[..<count]
    }
    return String(decoding: received, as: UTF8.self)
  }
}
