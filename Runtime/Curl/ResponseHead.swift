import HTTPTypes

/// The fields of a response, from the lines that libcurl hands on as they came.
///
/// libcurl's own list of them takes time with the square of their number (60,000 short ones: 22 s measured, on the thread
/// of all requests), and libcurl takes a head that broke off for a complete one.
struct ResponseHead {
  /// How many bytes of lines one transfer may bring, interim responses included.
  static let maximumSize = 128 << 10

  private(set) var fields = HTTPFields()
  /// Whether the empty line has come that ends a head.
  private(set) var isComplete = false
  private var size = 0

  /// Takes the next line; `false` when it is one too many.
  mutating func receive(_ line: some Collection<UInt8>) -> Bool {
    size += line.count
    guard size <= Self.maximumSize else { return false }
    let text = line.trimming { $0 == 0x0d || $0 == 0x0a }
    if text.isEmpty {
      isComplete = true
    } else if text.starts(with: "HTTP/".utf8) {
      // An interim response came before this one, or nothing did.
      fields = HTTPFields()
      isComplete = false
    } else if !isComplete {
      receive(field: text)
    }
    return true
  }

  /// What is no field is passed over, and so are trailers, which come after the head.
  private mutating func receive(field text: some Collection<UInt8>) {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    if let first = text.first, isSpace(first), let last = fields.indices.last {
      // A folded value continues (RFC 9112 section 5.2).
      let value = fields[last].value + " " + String(decoding: text.trimming(isSpace), as: UTF8.self)
      fields[last].value = value
      return
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")),
      let name = HTTPField.Name(String(decoding: text[..<colon], as: UTF8.self))
    else { return }
    fields.append(HTTPField(name: name, value: text[text.index(after: colon)...].trimming(isSpace)))
  }
}

extension Collection<UInt8> {
  /// Without the bytes at both ends that are to go.
  fileprivate func trimming(_ isUnwanted: (UInt8) -> Bool) -> [UInt8] {
    var bytes = Array(self)
    while let last = bytes.last, isUnwanted(last) { bytes.removeLast() }
    return Array(bytes.drop(while: isUnwanted))
  }
}
