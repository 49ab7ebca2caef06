/// Takes down an answer as libcurl brings it.
struct AnswerReader {
  private static let names = ["apns-id", "apns-request-id", "apns-unique-id", "apns-channel-id", "retry-after"]

  /// How large a body may be.
  private var maximumBody = 0

  private(set) var isHTTP2 = false
  private var headers: [(name: String, value: String)] = []
  private var body: [UInt8] = []

  mutating func reset(limit: Int) {
    maximumBody = limit
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
      guard unsafe rest.first == UInt8(ascii: ":"), line.count <= 512 else { continue }
      let value = unsafe rest.dropFirst().filter { $0 > 0x20 }
      headers.append((name, String(decoding: value, as: UTF8.self)))
    }
  }

  /// Keeps one byte more than there may be, so that the answer's reader sees that there were too many.
  mutating func receive(body bytes: UnsafeRawBufferPointer) {
    unsafe body.append(contentsOf: bytes.prefix(maximumBody + 1 - body.count))
  }

  func answer(status: Int) -> PushAnswer {
    // What a 200 says is in its headers.
    PushAnswer(status: status, body: status == 200 ? [] : body, header: header)
  }

  func answer(to request: ChannelRequest, status: Int) -> ChannelAnswer {
    ChannelAnswer(to: request, status: status, body: body, header: header)
  }

  private func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
