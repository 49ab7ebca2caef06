import Database
import Edge
import HTTPTypes
import NIOCore

/// How a response is laid out on its connection (RFC 9112, section 6): its length, or chunks, or the connection's end.
struct ResponseFraming {
  /// Whether the connection takes another request afterwards.
  var keepsAlive = false
  /// Whether the request is HEAD, so that no body may follow.
  var isHead = false
  private(set) var isOldProtocol = false
  private var isChunked = false

  /// Whether a field frames a message: the host's own business, whatever a function says.
  private static func isOwn(_ name: String) -> Bool {
    // Lengths tell most names apart, at less cost.
    switch name.utf8.count {
    case 7: name == "upgrade" || name == "trailer"
    case 10: name == "connection" || name == "keep-alive"
    case 14: name == "content-length"
    case 17: name == "transfer-encoding"
    default: false
    }
  }

  /// For an answer to what is no request.
  init() {}

  init(request: RequestStart) {
    keepsAlive = request.keepsAlive
    isHead = request.method == .head
    isOldProtocol = request.isOldProtocol
  }

  /// Lays out the head, and the body if it is there.
  ///
  /// - Returns: whether that is all: false if a streamed body follows.
  mutating func begin(
    _ response: Response, _ fields: HostFields, date: String, to bytes: inout ByteWriter
  ) -> Bool {
    let code = response.status.code
    // These have no body, and so no length (RFC 9110, sections 15.3.5 and 15.4.5).
    let isBodiless = code < 200 || code == 204 || code == 304
    let length = response.body.length
    if length == nil {
      if isOldProtocol { keepsAlive = false }
      isChunked = !isOldProtocol && !isHead && !isBodiless
    }
    // Where no body may follow, a streamed one is not started.
    let isWhole = response.body.count != nil || isHead || isBodiless
    bytes.write(literal: "HTTP/1.1 ")
    bytes.write(code)
    bytes.write(byte: 0x20)
    bytes.write(response.status.reasonPhrase)
    bytes.write(literal: "\r\n")
    write(response.headers, fields, date: date, to: &bytes)
    if let length, !isBodiless {
      bytes.write(literal: "content-length: ")
      bytes.write(length)
      bytes.write(literal: "\r\n")
    }
    if isChunked { bytes.write("transfer-encoding", "chunked") }
    if !keepsAlive {
      bytes.write("connection", "close")
    } else if isOldProtocol {
      bytes.write("connection", "keep-alive")
    }
    bytes.write(literal: "\r\n")
    if !isHead, !isBodiless { response.body.write(to: &bytes) }
    return isWhole
  }

  private func write(_ headers: HTTPFields, _ host: HostFields, date: String, to head: inout ByteWriter) {
    var hasDate = false
    head.write(literal: "sb-request-id: ")
    unsafe head.write(count: 36) { unsafe host.id.uuid.write(to: $0) }
    head.write(literal: "\r\n")
    host.forEach(with: headers) { name, value in
      if Self.isOwn(name.canonicalName) { return }
      if name.canonicalName.utf8.count == 4, name.canonicalName == "date" { hasDate = true }
      head.write(name.rawName, value)
    }
    if !hasDate { head.write("date", date) }
  }

  /// A piece of a streamed body as it travels; nil if there is nothing to send.
  func frame(_ chunk: ByteBuffer) -> ByteBuffer? {
    // An empty chunk would end the body.
    guard chunk.readableBytes > 0, !isHead else { return nil }
    guard isChunked else { return chunk }
    var framed = ByteBuffer()
    framed.reserveCapacity(chunk.readableBytes + 12)
    framed.writeString(String(chunk.readableBytes, radix: 16))
    framed.writeStaticString("\r\n")
    framed.writeImmutableBuffer(chunk)
    framed.writeStaticString("\r\n")
    return framed
  }

  /// What ends a streamed body.
  var lastChunk: ByteBuffer? { isChunked ? ByteBuffer(string: "0\r\n\r\n") : nil }
}

extension ByteWriter {
  /// Writes a field's line.
  fileprivate mutating func write(_ name: String, _ value: String) {
    write(name)
    write(literal: ": ")
    write(value)
    write(literal: "\r\n")
  }
}
