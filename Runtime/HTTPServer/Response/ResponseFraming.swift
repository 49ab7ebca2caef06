import HTTPTypes
import NIOCore

/// The framing of a response (RFC 9112, section 6): by a length, by chunks, or by the end of the connection.
struct ResponseFraming {
  /// Whether the connection stays open for another request.
  var keepsAlive = false
  /// Whether the request is HEAD, whose response has no body.
  var isHead = false
  private(set) var isOldProtocol = false
  private var isChunked = false

  /// An interim response, which lets a waiting client send its body. Other clients discard it (RFC 9110, section
  /// 10.1.1).
  static let interimContinue = ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")

  /// The framing of the refusal of a malformed request.
  init() {}

  init(request: RequestHead) {
    keepsAlive = request.keepsAlive
    isHead = request.method == .head
    isOldProtocol = request.isOldProtocol
  }

  /// Writes the head, and a body of bytes; false if a streamed body follows. The date is for a handler that gives none.
  mutating func begin(_ response: ServerResponse, date: String, to bytes: inout ResponseBytes) -> Bool {
    let code = response.status.code
    // Responses of these statuses have no body, and so no length (RFC 9110, sections 15.2, 15.3.5 and 15.4.5).
    let isBodiless = code < 200 || code == 204 || code == 304
    let length = response.length
    if length == nil {
      bytes.isUpgrade = response.isTunnel
      if isOldProtocol { keepsAlive = false }
      isChunked = !isOldProtocol && !isHead && !isBodiless
    }
    bytes.write(literal: "HTTP/1.1 ")
    bytes.write(code)
    bytes.write(literal: " ")
    bytes.write(response.status.reasonPhrase)
    bytes.write(literal: "\r\n")
    response.fields.write(to: &bytes)
    if !bytes.hasDate { Self.write("date", date, to: &bytes) }
    if let length, !isBodiless {
      bytes.write(literal: "content-length: ")
      bytes.write(length)
      bytes.write(literal: "\r\n")
    }
    if isChunked { Self.write("transfer-encoding", "chunked", to: &bytes) }
    if bytes.isUpgrade {
      keepsAlive = false
    } else if !keepsAlive {
      Self.write("connection", "close", to: &bytes)
    } else if isOldProtocol {
      Self.write("connection", "keep-alive", to: &bytes)
    }
    bytes.write(literal: "\r\n")
    let hasBody = !isHead && !isBodiless
    switch response.body {
    case .bytes(let body): if hasBody { unsafe body.withUnsafeBytes { unsafe bytes.write($0) } }
    case .buffer(let body): if hasBody { unsafe body.withUnsafeReadableBytes { unsafe bytes.write($0) } }
    // If no body may follow, a streamed body is not started.
    case .stream: return !hasBody
    case .tunnel: return false
    }
    return true
  }

  private static func write(_ name: StaticString, _ value: String, to bytes: inout ResponseBytes) {
    bytes.write(literal: name)
    bytes.write(literal: ": ")
    bytes.write(value)
    bytes.write(literal: "\r\n")
  }

  /// A chunk of a streamed body in its framing; nil if there is nothing to send.
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

  /// The end of a streamed body.
  var lastChunk: ByteBuffer? { isChunked ? ByteBuffer(string: "0\r\n\r\n") : nil }
}
