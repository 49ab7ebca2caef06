import Push

/// Collects the headers and the body of an answer as libcurl delivers them.
struct AnswerReader {
  private static let names = ["apns-id", "apns-request-id", "apns-unique-id", "apns-channel-id", "retry-after"]

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
      // A status line begins an answer; the headers of an interim answer before it are dropped.
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

  /// Keeps one byte more than the limit, so that the decoder sees that the body is too large.
  mutating func receive(body bytes: UnsafeRawBufferPointer) {
    unsafe body.append(contentsOf: bytes.prefix(maximumBody + 1 - body.count))
  }

  func answer(status: Int) -> PushAnswer {
    // The content of a 200 is in its headers.
    PushAnswer(status: status, body: status == 200 ? [] : body, header: header)
  }

  func answer(to request: ChannelRequest, status: Int) -> ChannelAnswer {
    ChannelAnswer(to: request, status: status, body: body, header: header)
  }

  private func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
