import Wire

/// A strict parser of HTTP/1.1 requests (RFC 9112): a state machine that turns bytes into requests.
struct InspectionParser {
  /// The reason why a connection cannot continue.
  enum Failure: Error {
    case malformed
    /// The head of a request, or a line, is longer than ``headLimit``.
    case headTooLarge
    /// The body has a transfer coding instead of a declared length.
    case lengthRequired
  }

  /// The largest body that is stored. A larger one is skipped up to its end.
  static let bodyLimit = 1 << 20
  static let headLimit = 16 << 10

  private var input: [UInt8] = []
  private var taken = 0
  /// The request whose body is being received, and the number of bytes that are missing.
  private var request: InspectionRequest?
  private var missing = 0

  mutating func receive(_ bytes: some Collection<UInt8>) {
    input.removeFirst(taken)
    taken = 0
    input += bytes
  }

  /// The next complete request; nil if more bytes are needed.
  mutating func next() throws(Failure) -> InspectionRequest? {
    if request == nil {
      guard let head = try takeHead() else { return nil }
      missing = try Self.bodyLength(of: head)
      request = head
    }
    let received = take(missing)
    missing -= received
    guard missing == 0 else { return nil }
    defer { request = nil }
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
    !text.isEmpty && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  /// The length of a request's body. Only bodies with a declared length are accepted, as curl and browsers send them.
  private static func bodyLength(of head: InspectionRequest) throws(Failure) -> Int {
    guard head.values("transfer-encoding").isEmpty else { throw .lengthRequired }
    let lengths = head.values("content-length")
    guard let length = lengths.first else { return 0 }
    guard lengths.count == 1, (1...15).contains(length.utf8.count), length.utf8.allSatisfy({ ASCII.isDigit($0) }),
      let count = Int(length)
    else { throw .malformed }
    return count
  }
}
