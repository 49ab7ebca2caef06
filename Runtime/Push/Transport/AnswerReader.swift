/// Takes down an answer as libcurl brings it.
struct AnswerReader {
  /// What Apple says is two short fields; a longer body is no answer of Apple's.
  private static let maximumBody = 4096
  private static let names = ["apns-id", "apns-request-id", "apns-unique-id", "retry-after"]

  private(set) var isHTTP2 = false
  private var headers: [(name: String, value: String)] = []
  private var body: [UInt8] = []

  mutating func reset() {
    isHTTP2 = false
    headers.removeAll(keepingCapacity: true)
    body.removeAll(keepingCapacity: true)
  }

  mutating func receive(line: UnsafeRawBufferPointer) {
    if unsafe line.starts(with: "HTTP/".utf8) {
      // An interim answer came before this one, or nothing did.
      isHTTP2 = unsafe line.starts(with: "HTTP/2".utf8)
      headers.removeAll(keepingCapacity: true)
      return
    }
    for name in Self.names {
      guard unsafe line.starts(with: name.utf8), headers.count < 8 else { continue }
      let rest = unsafe line.dropFirst(name.utf8.count)
      guard unsafe rest.first == UInt8(ascii: ":"), line.count <= 256 else { continue }
      let value = unsafe rest.dropFirst().filter { $0 > 0x20 }
      headers.append((name, String(decoding: value, as: UTF8.self)))
    }
  }

  /// Keeps one byte more than there may be, so that the answer's reader sees that there were too many.
  mutating func receive(body bytes: UnsafeRawBufferPointer) {
    unsafe body.append(contentsOf: bytes.prefix(Self.maximumBody + 1 - body.count))
  }

  func answer(status: Int) -> PushAnswer {
    PushAnswer(status: status, body: body) { name in headers.first { $0.name == name }?.value }
  }
}
