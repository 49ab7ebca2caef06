import Edge
import HTTPTypes
import NIOCore

/// How a response is laid out on its connection (RFC 9112, section 6): its length, or chunks, or the connection's end.
struct ResponseFraming {
  /// Whether the connection takes another request afterwards.
  var keepsAlive = false
  private var isHead = false
  private var isOldProtocol = false
  private var isChunked = false

  /// Whether a field frames a message: the host's own business, whatever a function says.
  private static func isOwn(_ name: String) -> Bool {
    switch name {
    case "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "trailer": true
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

  /// Writes the head, and the body if it is there.
  ///
  /// - Returns: false if a streamed body follows.
  mutating func writeHead(of response: Response, date: String, to buffer: inout ByteBuffer) -> Bool {
    let code = response.status.code
    buffer.writeStaticString("HTTP/1.1 ")
    buffer.writeInteger(decimal: code)
    buffer.writeStaticString(" ")
    buffer.writeString(response.status.reasonPhrase)
    buffer.writeStaticString("\r\n")
    var hasDate = false
    for field in response.headers {
      let name = field.name.canonicalName
      if Self.isOwn(name) { continue }
      if name == "date" { hasDate = true }
      buffer.writeField(field.name.rawName, field.value)
    }
    if !hasDate { buffer.writeField("date", date) }
    // These have no body, and so no length (RFC 9110, sections 15.3.5 and 15.4.5).
    let isBodiless = code < 200 || code == 204 || code == 304
    var isWhole = true
    switch response.body.content {
    case .bytes(let bytes):
      if !isBodiless {
        buffer.writeStaticString("content-length: ")
        buffer.writeInteger(decimal: bytes.readableBytes)
        buffer.writeStaticString("\r\n")
      }
      finishHead(&buffer)
      if !isHead, !isBodiless { buffer.writeImmutableBuffer(bytes) }
    case .stream:
      // Where no body may follow, whoever would write it is not asked.
      isWhole = isHead || isBodiless
      isHead = isWhole
      if isOldProtocol { keepsAlive = false }
      isChunked = !isOldProtocol && !isHead
      if isChunked { buffer.writeField("transfer-encoding", "chunked") }
      finishHead(&buffer)
    }
    return isWhole
  }

  private func finishHead(_ buffer: inout ByteBuffer) {
    if !keepsAlive {
      buffer.writeField("connection", "close")
    } else if isOldProtocol {
      buffer.writeField("connection", "keep-alive")
    }
    buffer.writeStaticString("\r\n")
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

extension ByteBuffer {
  /// Writes a field's line, in one stretch.
  fileprivate mutating func writeField(_ name: String, _ value: String) {
    var (name, value) = (name, value)
    name.withUTF8 { name in
      value.withUTF8 { value in
        let count = name.count + value.count + 4
        unsafe writeWithUnsafeMutableBytes(minimumWritableBytes: count) { line in
          unsafe line.copyBytes(from: name)
          unsafe line[name.count] = UInt8(ascii: ":")
          unsafe line[name.count + 1] = UInt8(ascii: " ")
          unsafe UnsafeMutableRawBufferPointer(rebasing: line[(name.count + 2)...]).copyBytes(from: value)
          unsafe line[count - 2] = UInt8(ascii: "\r")
          unsafe line[count - 1] = UInt8(ascii: "\n")
          return count
        }
      }
    }
  }

  fileprivate mutating func writeInteger(decimal value: Int) { writeString(String(value)) }
}
