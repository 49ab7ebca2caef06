import Edge
import HTTPTypes
import NIOCore
import NIOHTTP1

/// What a connection does with the parts of a request: a state machine that returns actions and touches no socket.
struct RequestReader {
  enum Action {
    /// Start the exchange with a body that is there.
    case start(RequestHead, ByteBuffer)
    /// Start the exchange with a body that is still coming.
    case startStreaming(RequestHead)
    /// The next part of the streamed body.
    case chunk(ByteBuffer)
    /// The streamed body is whole.
    case finishBody
    /// Answer without any function, and close.
    case refuse(HostError)
    case nothing
  }

  private enum State {
    case idle
    /// A small body is collected here, so that most requests cost one hand-over.
    case collecting(RequestHead, ByteBuffer)
    case streaming
    /// Answered already; what still comes is thrown away.
    case ignoring
  }

  /// The largest declared body that is collected before its token is checked.
  static let collectedBody = 64 << 10

  private let limits: Limits
  private var state = State.idle

  init(limits: Limits) { self.limits = limits }

  /// Whether a request has begun and has not come whole.
  var isReceiving: Bool {
    if case .idle = state { false } else { true }
  }

  /// Whether its small body is being waited for.
  var isCollecting: Bool {
    if case .collecting = state { true } else { false }
  }

  mutating func head(_ head: HTTPRequestHead, peer: String?) -> Action {
    let fields = head.headers
    if let error = refusal(of: head) {
      state = .ignoring
      return .refuse(error)
    }
    var headers = HTTPFields()
    headers.reserveCapacity(fields.count)
    for (name, value) in fields {
      guard let name = HTTPField.Name(received: name) else {
        state = .ignoring
        return .refuse(.badRequest("A header's name is no token"))
      }
      headers.append(HTTPField(name: name, value: value))
    }
    guard let method = HTTPRequest.Method(head.method.rawValue) else {
      state = .ignoring
      return .refuse(.badRequest("The method is no token"))
    }
    let request = RequestHead(method: method, target: head.uri, headers: headers, peer: peer)
    let declared = fields.first(name: "content-length").map { Int($0) ?? .max } ?? 0
    if declared <= Self.collectedBody, !fields.contains(name: "transfer-encoding") {
      state = .collecting(request, ByteBuffer())
      return .nothing
    }
    state = .streaming
    return .startStreaming(request)
  }

  mutating func body(_ chunk: ByteBuffer) -> Action {
    switch state {
    case .collecting(let head, var buffer):
      // Declared by Content-Length, which the parser holds the client to.
      state = .ignoring
      if buffer.readableBytes == 0 {
        buffer = chunk
      } else {
        buffer.writeImmutableBuffer(chunk)
      }
      state = .collecting(head, buffer)
      return .nothing
    case .streaming: return .chunk(chunk)
    case .idle, .ignoring: return .nothing
    }
  }

  mutating func end() -> Action {
    defer { state = .idle }
    return switch state {
    case .collecting(let head, let buffer): .start(head, buffer)
    case .streaming: .finishBody
    case .idle, .ignoring: .nothing
    }
  }

  /// The response is out although the request has not come whole.
  mutating func ignoreTheRest() { state = .ignoring }

  private func refusal(of head: HTTPRequestHead) -> HostError? {
    let fields = head.headers
    let bytes = fields.reduce(head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    if bytes > limits.headerBytes || fields.count > limits.headerLines { return .headersTooLarge(limits) }
    // A request that two servers could cut apart differently (RFC 9112, section 6.3).
    let lengths = fields[canonicalForm: "content-length"]
    let codings = fields[canonicalForm: "transfer-encoding"]
    if !codings.isEmpty {
      if !lengths.isEmpty { return .badRequest("Both Content-Length and Transfer-Encoding are given") }
      // Another coding would reach the function undecoded; HTTP/1.0 has none (RFC 9112, section 6.1).
      guard codings.count == 1, codings[0].lowercased() == "chunked", head.version.minor >= 1 else {
        return .badRequest("The only Transfer-Encoding is chunked, in HTTP/1.1")
      }
    }
    if Set(lengths).count > 1 { return .badRequest("Content-Length is given twice") }
    if head.version.minor >= 1, fields["host"].count != 1 { return .badRequest("There must be one Host header") }
    return nil
  }
}
