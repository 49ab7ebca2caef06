/// A strict parser of HTTP/1.1 requests (RFC 9112): a state machine that turns bytes into requests.
struct InspectionParser {
  /// The reason why a connection cannot continue.
  enum Failure: Error {
    /// The bytes are not a valid request.
    case malformed
    /// The head of a request, or a line, is longer than ``headLimit``.
    case headTooLarge
  }

  /// The largest body that is stored. A larger one is skipped up to its end.
  static let bodyLimit = 1 << 20
  static let headLimit = 16 << 10

  private enum Phase {
    case head
    /// The number of bytes of the body that are missing.
    case body(Int)
    case chunkSize
    case chunk(Int)
    /// The line break after a chunk.
    case chunkEnd
    case trailers
  }

  private var input: [UInt8] = []
  private var taken = 0
  private var phase = Phase.head
  private var request: InspectionRequest?

  /// Adds received bytes.
  mutating func receive(_ bytes: some Collection<UInt8>) {
    input.removeFirst(taken)
    taken = 0
    input += bytes
  }

  /// The next complete request; nil if more bytes are needed.
  mutating func next() throws(Failure) -> InspectionRequest? {
    while true {
      switch phase {
      case .head:
        guard let head = try takeHead() else { return nil }
        phase = try Self.framing(of: head)
        request = head
        if case .body(0) = phase { return finish() }
      case .body(let count):
        let rest = count - take(count)
        if rest == 0 { return finish() }
        phase = .body(rest)
        return nil
      case .chunkSize:
        guard let line = try takeLine() else { return nil }
        let size = try Self.chunkSize(line)
        phase = size == 0 ? .trailers : .chunk(size)
      case .chunk(let count):
        let rest = count - take(count)
        phase = rest == 0 ? .chunkEnd : .chunk(rest)
        if rest > 0 { return nil }
      case .chunkEnd:
        guard let line = try takeLine() else { return nil }
        guard line.isEmpty else { throw .malformed }
        phase = .chunkSize
      case .trailers:
        guard let line = try takeLine() else { return nil }
        if line.isEmpty { return finish() }
      }
    }
  }

  private mutating func finish() -> InspectionRequest? {
    defer { (phase, request) = (.head, nil) }
    return request
  }

  /// Adds up to `count` received bytes to the body, and returns their number.
  private mutating func take(_ count: Int) -> Int {
    let piece = input[taken...].prefix(count)
    taken += piece.count
    if let body = request?.body, body.count + piece.count > Self.bodyLimit {
      request?.isTooLarge = true
      request?.body = []
    }
    if request?.isTooLarge == false { request?.body += piece }
    return piece.count
  }

  /// Reads a line without its end; nil if it is not complete.
  private mutating func takeLine() throws(Failure) -> String? {
    guard let end = input[taken...].firstIndex(of: 0x0A) else {
      guard input.count - taken <= Self.headLimit else { throw .headTooLarge }
      return nil
    }
    guard end > taken, input[end - 1] == 0x0D else { throw .malformed }
    let line = input[taken..<end - 1]
    guard line.count <= Self.headLimit else { throw .headTooLarge }
    // A field's value may have bytes above ASCII. No line may have control characters except tabs.
    guard line.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else { throw .malformed }
    taken = end + 1
    return String(decoding: line, as: UTF8.self)
  }

  private mutating func takeHead() throws(Failure) -> InspectionRequest? {
    let start = taken
    // Empty lines may come before a request (RFC 9112, section 2.2).
    guard var line = try takeLine() else { return nil }
    while line.isEmpty {
      guard let next = try takeLine() else { return nil }
      line = next
    }
    var head = try Self.requestLine(line)
    while true {
      guard let line = try takeLine() else {
        guard input.count - start <= Self.headLimit else { throw .headTooLarge }
        taken = start
        return nil
      }
      guard taken - start <= Self.headLimit else { throw .headTooLarge }
      if line.isEmpty { return head }
      head.fields.append(try Self.field(line))
    }
  }

  private static func requestLine(_ line: String) throws(Failure) -> InspectionRequest {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, isToken(words[0]), !words[1].isEmpty, ["HTTP/1.1", "HTTP/1.0"].contains(words[2]) else {
      throw .malformed
    }
    return InspectionRequest(
      method: String(words[0]), target: String(words[1]), isVersion1_1: words[2] == "HTTP/1.1")
  }

  private static func field(_ line: String) throws(Failure) -> InspectionRequest.Field {
    guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else { throw .malformed }
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    var value = line[line.index(after: colon)...].drop(while: isSpace)
    while let last = value.last, isSpace(last) { value.removeLast() }
    return InspectionRequest.Field(name: line[..<colon].lowercased(), value: String(value))
  }

  /// RFC 9110, section 5.6.2.
  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  private static func framing(of head: InspectionRequest) throws(Failure) -> Phase {
    let (codings, lengths) = (head.values("transfer-encoding"), head.values("content-length"))
    guard codings.isEmpty else {
      guard lengths.isEmpty, codings.count == 1, codings[0].lowercased() == "chunked", head.isVersion1_1 else {
        throw .malformed
      }
      return .chunkSize
    }
    guard let length = lengths.first else { return .body(0) }
    guard lengths.count == 1, (1...15).contains(length.utf8.count), length.utf8.allSatisfy({ (0x30...0x39) ~= $0 }),
      let count = Int(length)
    else { throw .malformed }
    return .body(count)
  }

  private static func chunkSize(_ line: String) throws(Failure) -> Int {
    let digits = line.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
    guard (1...12).contains(digits.utf8.count), !digits.hasPrefix("+"), !digits.hasPrefix("-"),
      let size = Int(digits, radix: 16)
    else { throw .malformed }
    return size
  }
}
