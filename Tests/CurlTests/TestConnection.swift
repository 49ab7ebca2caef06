import Foundation

/// One request as it came.
struct TestRequest: Sendable {
  var head: String
  var body: [UInt8]

  var method: String { lines[0].components(separatedBy: " ")[0] }

  var path: String { lines[0].components(separatedBy: " ")[1] }

  var lines: [String] { head.components(separatedBy: "\r\n").filter { !$0.isEmpty } }

  /// The values of a field, in order.
  func values(_ name: String) -> [String] {
    lines.dropFirst().compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { return nil }
      return parts[1].trimmingCharacters(in: .whitespaces)
    }
  }
}

/// The server's side of a connection, closed when its script ends.
final class TestConnection {
  private let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// The next request; `nil` when the client has closed, also in the middle of it.
  func read() -> TestRequest? {
    guard var request = readHead() else { return nil }
    if request.values("Transfer-Encoding") == ["chunked"] {
      while let chunk = readChunk() {
        if chunk.isEmpty { return request }
        request.body += chunk
      }
      return nil
    }
    guard let body = read(request.values("Content-Length").first.flatMap { Int($0) } ?? 0) else { return nil }
    request.body = body
    return request
  }

  /// The head of the next request.
  func readHead() -> TestRequest? {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let byte = receive(1) else { return nil }
      bytes += byte
    }
    return TestRequest(head: String(decoding: bytes, as: UTF8.self), body: [])
  }

  /// The next chunk of a body; empty at its end, `nil` when the client closes before.
  func readChunk() -> [UInt8]? {
    var line: [UInt8] = []
    while !line.suffix(2).elementsEqual("\r\n".utf8) {
      guard let byte = receive(1) else { return nil }
      line += byte
    }
    guard let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16), let chunk = read(size),
      read(2) == Array("\r\n".utf8)
    else { return nil }
    return chunk
  }

  /// Exactly so many bytes; `nil` when the client closes before.
  func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let more = receive(count - bytes.count) else { return nil }
      bytes += more
    }
    return bytes
  }

  /// `false` when the client has closed.
  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) {} }

  /// As ``write(_:)``; `isFull` is called each time the client holds this side back.
  func write(_ bytes: [UInt8], ifFull isFull: () -> Void) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      var sent = send(rest, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      if sent < 0, errno == EAGAIN {
        isFull()
        sent = send(rest, Int32(MSG_NOSIGNAL))
      }
      if sent <= 0 { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  private func send(_ bytes: ArraySlice<UInt8>, _ flags: Int32) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
    }
  }

  /// Ends this side's stream of bytes.
  func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes the connection with a reset, so that bytes on their way are lost.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  /// A response with a body of known length.
  func respond(_ status: String = "200 OK", _ fields: [String] = [], _ body: String = "") {
    let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)", "", body]
    write(lines.joined(separator: "\r\n"))
  }

  /// At most so many bytes; `nil` when the client has closed.
  func receive(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = unsafe recv(descriptor, &bytes, count, 0)
    return received > 0 ? Array(bytes.prefix(received)) : nil
  }
}
