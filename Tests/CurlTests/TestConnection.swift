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

  /// The next request; `nil` when the client has closed.
  func read() -> TestRequest? {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let byte = receive(1) else { return nil }
      bytes += byte
    }
    var request = TestRequest(head: String(decoding: bytes, as: UTF8.self), body: [])
    let length = request.values("Content-Length").first.flatMap { Int($0) } ?? 0
    while request.body.count < length {
      guard let more = receive(length - request.body.count) else { return nil }
      request.body += more
    }
    return request
  }

  /// `false` when the client has closed.
  @discardableResult
  func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes { bytes in
        unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      if sent <= 0 { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// A response with a body of known length.
  func respond(_ status: String = "200 OK", _ fields: [String] = [], _ body: String = "") {
    let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)", "", body]
    write(lines.joined(separator: "\r\n"))
  }

  private func receive(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = unsafe recv(descriptor, &bytes, count, 0)
    return received > 0 ? Array(bytes.prefix(received)) : nil
  }
}
