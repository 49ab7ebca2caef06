import Edge
import HTTPTypes
import NIOCore

/// A request's line and fields, and what they say of its body and its connection (RFC 9112).
struct RequestStart {
  private(set) var method: HTTPRequest.Method
  /// As it was sent.
  private(set) var target: String
  private(set) var fields = RequestFields.Received()
  private(set) var isOldProtocol: Bool
  /// What the body's length is said to be; 0 if nothing is said, or it is chunked.
  private(set) var contentLength = 0
  private(set) var isChunked = false
  /// Whether the client is ready for another request on this connection.
  private(set) var keepsAlive: Bool
  /// Whether the client waits for an interim answer before it sends the body (RFC 9110, section 10.1.1).
  private(set) var expectsContinue = false

  /// Whether the client has said that it closes, whatever else it says.
  private var closes = false
  private var hasLength = false
  private var hosts = 0

  /// Reads a request's line: method, target and version, with one blank between.
  ///
  /// - Throws: ``HostError`` 400.
  init(line: Span<UInt8>) throws(HostError) {
    var index = 0
    while index < line.count, line[index] != 0x20 { index += 1 }
    let methodEnd = index
    index += 1
    let targetStart = index
    while index < line.count, line[index] > 0x20, line[index] < 0x7f { index += 1 }
    guard methodEnd > 0, methodEnd <= 32, index > targetStart, index < line.count, line[index] == 0x20,
      let method = HTTPRequest.Method(text(line, 0..<methodEnd))
    else { throw .noRequest }
    let version = line.extracting((index + 1)...)
    if isSame(version, "HTTP/1.1") {
      isOldProtocol = false
    } else if isSame(version, "HTTP/1.0") {
      isOldProtocol = true
    } else {
      throw .noRequest
    }
    self.method = method
    target = text(line, targetStart..<index)
    keepsAlive = !isOldProtocol && method != .connect
  }

  /// Reads a field's line.
  ///
  /// - Throws: ``HostError`` 400.
  mutating func add(line: Span<UInt8>) throws(HostError) {
    let (name, range) = try FieldName.read(line)
    let bytes = line.extracting(range)
    fields.append(name.name, bytes)
    if case .other = name.role { return }
    let value = text(line, range)
    switch name.role {
    case .host: hosts += 1
    case .contentLength:
      guard !hasLength else { throw .badRequest("Content-Length is given twice") }
      // At most 18 digits: what no integer holds must not pass for none at all.
      guard (1...18).contains(value.utf8.count), value.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let length = Int(value)
      else { throw .badRequest("Content-Length is no length") }
      hasLength = true
      contentLength = length
    case .transferEncoding:
      // Another coding would reach the function undecoded; HTTP/1.0 has none (section 6.1).
      guard !isChunked, !isOldProtocol, isWord(value.utf8[...], "chunked") else {
        throw .badRequest("The only Transfer-Encoding is chunked, in HTTP/1.1")
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
    // An old client knows no interim answers (RFC 9110, section 10.1.1).
    case .expect: expectsContinue = !isOldProtocol && isWord(value.utf8[...], "100-continue")
    case .other: break
    }
  }

  /// The fields are there.
  ///
  /// - Throws: ``HostError`` 400 for a request that two servers could cut differently (section 6.3).
  func finish() throws(HostError) {
    if isChunked, hasLength { throw .badRequest("Both Content-Length and Transfer-Encoding are given") }
    // HTTP/1.0 may leave it out; two are refused in any version (section 3.2).
    guard hosts == 1 || (isOldProtocol && hosts == 0) else { throw .badRequest("There must be one Host header") }
  }
}

extension FieldName {
  /// Reads a field's line (section 5): a name that is a token, a colon, and a value between blanks.
  ///
  /// - Returns: the name, and where the value is.
  /// - Throws: ``HostError`` 400.
  static func read(_ line: Span<UInt8>) throws(HostError) -> (name: FieldName, value: Range<Int>) {
    var colon = 0
    while colon < line.count, line[colon] != UInt8(ascii: ":") { colon += 1 }
    guard colon < line.count, let name = FieldName(line.extracting(0..<colon)) else {
      throw .badRequest("A header's name is no token")
    }
    var (start, end) = (colon + 1, line.count)
    while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    return (name, start..<end)
  }
}

/// Whether these bytes, but for the case of letters and blanks around them, are a word of the protocol: other signs that
/// Unicode takes for the same letters are not (RFC 9110, section 5.6.2).
private func isWord(_ bytes: Substring.UTF8View, _ word: StaticString) -> Bool {
  var bytes = bytes
  while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
  while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
  return bytes.lazy.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }.elementsEqual("\(word)".utf8)
}

private func isSame(_ bytes: Span<UInt8>, _ word: StaticString) -> Bool {
  guard bytes.count == word.utf8CodeUnitCount else { return false }
  for index in bytes.indices where unsafe bytes[index] != word.utf8Start[index] { return false }
  return true
}

private func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
  unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
}
