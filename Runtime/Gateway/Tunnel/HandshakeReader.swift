import HTTPServer
import HTTPTypes
import Wire

/// Reads a server's answer to a WebSocket handshake: a state machine that does no I/O.
///
/// The answer of status 101 ends with its head; the bytes behind it are frames. Any other final answer is a refusal,
/// whose body is read to its end, by its length, its chunks or the end of the connection (RFC 9112, section 6.3).
/// Interim answers are dropped.
struct HandshakeReader {
  /// The largest sum of all heads, in bytes.
  static let maximumHead = 32 << 10
  /// The largest body of a refusal, in bytes.
  static let maximumBody = 1 << 20

  private struct Head {
    let status: HTTPResponse.Status
    let fields: HTTPFields
  }

  /// The beginning of a head.
  private var bytes: [UInt8] = []
  /// The number of bytes of the head that were searched for its end.
  private var searched = 0
  private var headBytes = 0
  /// The head of a refusal, whose body is read.
  private var refusal: Head?
  private var body: RefusalBody?

  /// Reads further bytes; nil if the answer is not whole.
  mutating func receive(_ more: [UInt8]) throws(HandshakeFault) -> HandshakeAnswer? {
    guard refusal == nil else { return try read(more[...]) }
    bytes += more
    while let head = try nextHead() {
      if head.status.code == 101 { return try switching(head) }
      guard head.status.code >= 200 else { continue }
      refusal = head
      body = try RefusalBody(status: head.status, fields: head.fields, upTo: Self.maximumBody)
      let rest = bytes
      bytes = []
      return try read(rest[...])
    }
    return nil
  }

  /// The server has ended its output.
  mutating func inputHasEnded() throws(HandshakeFault) -> HandshakeAnswer {
    guard let head = refusal, let whole = body?.wholeAtEnd else { throw .incomplete }
    return HandshakeAnswer(status: head.status, fields: head.fields, rest: .body(whole))
  }

  private mutating func read(_ more: ArraySlice<UInt8>) throws(HandshakeFault) -> HandshakeAnswer? {
    guard let head = refusal, let whole = try body?.receive(more) else { return nil }
    return HandshakeAnswer(status: head.status, fields: head.fields, rest: .body(whole))
  }

  private mutating func nextHead() throws(HandshakeFault) -> Head? {
    let end = Array("\r\n\r\n".utf8)
    var index = max(0, searched - 3)
    while index + 4 <= bytes.count, !bytes[index..<index + 4].elementsEqual(end) { index += 1 }
    let isWhole = index + 4 <= bytes.count
    guard headBytes + (isWhole ? index + 4 : bytes.count) <= Self.maximumHead else { throw .tooLarge }
    guard isWhole else {
      searched = bytes.count
      return nil
    }
    let head = try Self.head(bytes[..<index])
    bytes.removeFirst(index + 4)
    (headBytes, searched) = (headBytes + index + 4, 0)
    return head
  }

  private static func head(_ text: ArraySlice<UInt8>) throws(HandshakeFault) -> Head {
    var lines = text.split(separator: UInt8(ascii: "\r"), omittingEmptySubsequences: false)[...]
    guard let first = lines.popFirst() else { throw .malformed }
    let status = try status(first)
    var fields = HTTPFields()
    for line in lines {
      // Lines end with CR and LF, and none continues the one before (RFC 9112, sections 2.2 and 5.2).
      guard line.first == UInt8(ascii: "\n") else { throw .malformed }
      let line = Array(line.dropFirst())
      guard let (name, range) = try? FieldName.read(line.span) else { throw .malformed }
      let value = line[range]
      guard HTTPField.isValidValue(value) else { throw .malformed }
      fields.append(HTTPField(name: name.name, value: value))
    }
    return Head(status: status, fields: fields)
  }

  /// Reads a status line: `HTTP/1.1 101 Switching Protocols`.
  private static func status(_ line: ArraySlice<UInt8>) throws(HandshakeFault) -> HTTPResponse.Status {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }), parts.count >= 2,
      parts[0].elementsEqual("HTTP/1.1".utf8) || parts[0].elementsEqual("HTTP/1.0".utf8),
      parts[1].count == 3, parts[1].allSatisfy(ASCII.isDigit),
      let code = Int(String(decoding: parts[1], as: UTF8.self)), (100...599).contains(code)
    else { throw .malformed }
    return HTTPResponse.Status(
      code: code, reasonPhrase: parts.count > 2 ? String(decoding: parts[2], as: UTF8.self) : "")
  }

  private func switching(_ head: Head) throws(HandshakeFault) -> HandshakeAnswer {
    guard head.fields[values: .upgrade].map({ $0.lowercased() }) == ["websocket"] else { throw .malformed }
    return HandshakeAnswer(status: head.status, fields: head.fields, rest: .frames(Array(bytes[...])))
  }
}
