import HTTPTypes

/// The head of a response, read from the lines that libcurl passes on.
///
/// libcurl's own list of fields takes quadratic time (22 s for 60,000 short fields, measured, on the thread of all
/// requests), and libcurl reports a truncated head as complete.
struct ResponseHead {
  /// The limit of all lines of one transfer in bytes, interim responses included.
  static let maximumSize = 128 << 10

  /// The fields that frame the body.
  private static let framing: Set<HTTPField.Name> = [.contentLength, .transferEncoding]

  private(set) var fields = HTTPFields()
  /// The text after the status's code; empty over HTTP/2, which has none.
  private(set) var reasonPhrase = ""
  /// Whether the empty line that ends a head was received.
  private(set) var isComplete = false
  /// Whether a line is no field (RFC 9112, section 5), so that another reader could take it for one.
  private(set) var isMalformed = false
  /// Whether a field that frames the body continues on a second line, or has a blank before its colon: libcurl does not
  /// read it so.
  private(set) var hasUnreadFraming = false
  /// The value of the last field, once a second line continues it; otherwise empty. It is stored after its last line,
  /// since storing it for each one takes quadratic time.
  private var folded: [UInt8] = []
  private var size = 0
  /// Whether the head is that of an interim response, after which another one comes.
  private var isInterim = false

  /// Reads the next line; `false` when it exceeds the limit.
  mutating func receive(_ line: some Collection<UInt8>) -> Bool {
    size += line.count
    guard size <= Self.maximumSize else { return false }
    let text = line.trimming { $0 == 0x0d || $0 == 0x0a }
    if text.isEmpty {
      endFolding()
      isComplete = true
    } else if size == line.count || (isComplete && isInterim), text.starts(with: "HTTP/".utf8) {
      // The fields so far are those of an interim response.
      (fields, folded) = (HTTPFields(), [])
      (isComplete, isMalformed, hasUnreadFraming) = (false, false, false)
      let parts = text.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
      isInterim = parts.count > 1 && parts[1].first == UInt8(ascii: "1")
      reasonPhrase = parts.count > 2 ? String(decoding: parts[2], as: UTF8.self) : ""
    } else if !isComplete {
      receive(field: text)
    }
    return true
  }

  /// Reads a field. Trailers, which come after the head, are skipped.
  private mutating func receive(field text: [UInt8]) {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    if let first = text.first, isSpace(first) {
      // The line continues a folded value (RFC 9112 section 5.2). No field stands before the first line.
      guard !isMalformed, let last = fields.indices.last else {
        isMalformed = true
        return
      }
      if folded.isEmpty { folded = Array(fields[last].value.utf8) }
      folded.append(0x20)
      folded += text.trimming(isSpace)
      if Self.framing.contains(fields[last].name) { hasUnreadFraming = true }
      return
    }
    endFolding()
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
      isMalformed = true
      return
    }
    // A proxy removes blanks before the colon (RFC 9112 section 5.1).
    var end = colon
    while end > 0, isSpace(text[end - 1]) { end -= 1 }
    guard let name = HTTPField.Name(String(decoding: text[..<end], as: UTF8.self)) else {
      isMalformed = true
      return
    }
    if end < colon, Self.framing.contains(name) { hasUnreadFraming = true }
    fields.append(HTTPField(name: name, value: text[(colon + 1)...].trimming(isSpace)))
  }

  /// Stores the value of a folded field.
  private mutating func endFolding() {
    guard !folded.isEmpty, let last = fields.indices.last else { return }
    fields[last] = HTTPField(name: fields[last].name, value: folded)
    folded = []
  }
}

extension Collection<UInt8> {
  /// Returns the collection without unwanted bytes at its ends.
  fileprivate func trimming(_ isUnwanted: (UInt8) -> Bool) -> [UInt8] {
    var bytes = Array(self)
    while let last = bytes.last, isUnwanted(last) { bytes.removeLast() }
    return Array(bytes.drop(while: isUnwanted))
  }
}
