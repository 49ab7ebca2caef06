package import HTTPTypes
import Wire

/// A request head: the request line, the header fields, and their meaning for the body and the connection (RFC 9112).
package struct RequestHead: Sendable {
  package private(set) var method: HTTPRequest.Method
  /// The target in its received form.
  package private(set) var target: String
  package private(set) var fields = ReceivedFields()
  /// Whether the version is HTTP/1.0.
  private(set) var isOldProtocol: Bool
  /// The declared length of the body; 0 if none is declared, or the body is chunked.
  private(set) var contentLength = 0
  private(set) var isChunked = false
  /// Whether the client keeps the connection open for another request.
  private(set) var keepsAlive: Bool
  /// Whether the client waits for an interim response before it sends the body (RFC 9110, section 10.1.1).
  private(set) var expectsContinue = false

  /// Whether a Connection field says `close`, which overrides `keep-alive`.
  private var closes = false
  private var hasLength = false
  private var hosts = 0

  /// Parses a request line: a method of at most 32 bytes, target and version, separated by one blank each.
  ///
  /// - Throws: ``ProtocolFault``.
  init(line: Span<UInt8>) throws(ProtocolFault) {
    var index = 0
    while index < line.count, line[index] != 0x20 { index += 1 }
    let methodEnd = index
    index += 1
    let targetStart = index
    while index < line.count, line[index] > 0x20, line[index] < 0x7f { index += 1 }
    guard methodEnd > 0, methodEnd <= 32, index > targetStart, index < line.count, line[index] == 0x20,
      let method = HTTPRequest.Method(text(line, 0..<methodEnd))
    else { throw .notHTTP }
    let version = line.extracting((index + 1)...)
    isOldProtocol = version.starts(with: "HTTP/1.0")
    guard version.count == 8, isOldProtocol || version.starts(with: "HTTP/1.1") else { throw .notHTTP }
    self.method = method
    target = text(line, targetStart..<index)
    keepsAlive = !isOldProtocol && method != .connect
  }

  /// Parses a field's line.
  ///
  /// - Throws: ``ProtocolFault``.
  mutating func add(line: Span<UInt8>) throws(ProtocolFault) {
    let (name, range) = try FieldName.read(line)
    // A server ignores an Upgrade in HTTP/1.0 (RFC 9110, section 7.8), so no handler sees it.
    if isOldProtocol, name.name == .upgrade { return }
    let bytes = line.extracting(range)
    fields.append(name.name, bytes)
    if case .other = name.role { return }
    let value = text(line, range)
    switch name.role {
    case .host:
      hosts += 1
      guard value.utf8.allSatisfy(isOfHost) else { throw .invalidHost }
    case .contentLength:
      guard !hasLength else { throw .repeatedContentLength }
      // 18 digits always fit an integer. A larger number must not count as a missing length.
      guard (1...18).contains(value.utf8.count), value.utf8.allSatisfy(ASCII.isDigit),
        let length = Int(value)
      else { throw .invalidContentLength }
      hasLength = true
      contentLength = length
    case .transferEncoding:
      // Other codings are not decoded. HTTP/1.0 has no Transfer-Encoding (section 6.1).
      guard !isChunked, !isOldProtocol, isWord(value.utf8[...], "chunked") else {
        throw .unsupportedTransferEncoding
      }
      isChunked = true
    case .connection:
      for option in value.utf8.split(separator: UInt8(ascii: ",")) {
        if isWord(option, "close") {
          (keepsAlive, closes) = (false, true)
        } else if isWord(option, "keep-alive"), !closes, method != .connect {
          keepsAlive = true
        }
      }
    // HTTP/1.0 has no interim responses (RFC 9110, section 10.1.1).
    case .expect: expectsContinue = !isOldProtocol && isWord(value.utf8[...], "100-continue")
    case .other: break
    }
  }

  /// Checks the fields together, after the last one.
  ///
  /// - Throws: ``ProtocolFault`` for a request that two servers could delimit differently (section 6.3).
  func finish() throws(ProtocolFault) {
    if isChunked, hasLength { throw .ambiguousLength }
    // HTTP/1.0 requests may have no Host field. Two are refused in any version (section 3.2).
    guard hosts == 1 || (isOldProtocol && hosts == 0) else { throw .hostCount }
  }
}

/// Whether bytes are a word of the protocol, ignoring the case of ASCII letters and surrounding blanks. Other
/// characters that Unicode folds to the same letters do not match (RFC 9110, section 5.6.2).
private func isWord(_ bytes: Substring.UTF8View, _ word: StaticString) -> Bool {
  var bytes = bytes
  while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
  while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
  return bytes.lazy.map(ASCII.lowercased).elementsEqual("\(word)".utf8)
}

/// Whether a byte may be part of a host and its port (RFC 3986, section 3.2).
private func isOfHost(_ byte: UInt8) -> Bool {
  ASCII.isAlphanumeric(byte) || ".:-_[]%~!$&'()*+,;=".utf8.contains(byte)
}

private func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
  unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
}
