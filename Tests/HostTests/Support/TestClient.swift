import Edge
import NIOCore

/// A client that sends given bytes, and reads only on request.
final class TestClient {
  /// Where it writes: a write is done when the kernel has taken it.
  let socket: TestSocket
  private var received = ByteBuffer()

  fileprivate init(_ socket: TestSocket) { self.socket = socket }

  func send(_ text: String) async throws { try await send(ByteBuffer(string: text)) }

  func send(_ bytes: ByteBuffer) async throws { try await socket.write(bytes) }

  /// Waits for more bytes; false once the server has closed.
  private func more() async -> Bool {
    guard var chunk = await socket.read() else { return false }
    received.writeBuffer(&chunk)
    return true
  }

  /// Everything up to and with a text; what there is if the server closes before.
  func read(through end: String) async -> String {
    while true {
      let text = String(buffer: received)
      if let range = text.firstRange(of: end) {
        let found = String(text[..<range.upperBound])
        received.moveReaderIndex(forwardBy: found.utf8.count)
        return found
      }
      guard await more() else { return readRest() }
    }
  }

  private func read(count: Int) async -> String {
    while received.readableBytes < count, await more() {}
    return received.readString(length: min(count, received.readableBytes)) ?? ""
  }

  /// So many bytes; fewer if the server closes before.
  func readBytes(count: Int) async -> [UInt8] {
    while received.readableBytes < count, await more() {}
    return received.readBytes(length: min(count, received.readableBytes)) ?? []
  }

  private func readRest() -> String { received.readString(length: received.readableBytes) ?? "" }

  /// Everything until the server closes.
  func readToEnd() async -> String {
    while await more() {}
    return readRest()
  }

  /// Reads until the server closes and counts the bytes.
  func countToEnd() async -> Int {
    var count = received.readableBytes
    received.clear()
    while let chunk = await socket.read() { count += chunk.readableBytes }
    return count
  }

  /// Reads a response's head.
  func readHead() async -> Answer {
    let lines = await read(through: "\r\n\r\n").split(separator: "\r\n")
    var headers = HTTPFields()
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
      headers.append(HTTPField(name: name, value: String(parts[1].drop { $0 == " " })))
    }
    let status = lines.first.flatMap { $0.hasPrefix("HTTP/1.1 ") ? $0.dropFirst(9).prefix(3) : nil }
    return Answer(status: status.flatMap { Int($0) } ?? 0, headers: headers, body: "")
  }

  /// Reads a whole response, framed by its length, by chunks or by the end of the connection.
  func readResponse(toHead: Bool = false) async -> Answer {
    var answer = await readHead()
    if toHead || answer.status == 204 || answer.status == 304 { return answer }
    if let length = answer["content-length"].flatMap({ Int($0) }) {
      answer.body = await read(count: length)
    } else if answer["transfer-encoding"] == "chunked" {
      while let chunk = await readChunk() { answer.body += chunk }
    } else {
      answer.body = await readToEnd()
    }
    return answer
  }

  /// Reads one chunk of a streamed body; nil at its end.
  func readChunk() async -> String? {
    let size = await read(through: "\r\n").split(separator: "\r\n").first.flatMap { Int($0, radix: 16) } ?? 0
    let chunk = await read(count: size + 2).dropLast(0)
    return size == 0 ? nil : String(chunk.utf8.prefix(size)) ?? ""
  }

  /// Whether the server has closed, after everything it sent was read.
  func isAtEnd() async -> Bool {
    guard received.readableBytes == 0 else { return false }
    return await !more()
  }
}

/// Runs a test with a connection, which is closed after it. It comes from the address 127.0.0.x with the last byte
/// `source`.
func withConnection(
  to port: Int, from source: UInt8 = 1, _ test: (TestClient) async throws -> Void
) async throws {
  let client = TestClient(try await TestSocket(port: port, from: source))
  defer { client.socket.end() }
  try await test(client)
}
