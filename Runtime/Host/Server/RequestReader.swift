import Edge
import HTTPTypes
import NIOCore

/// What a connection does with the parts of a request: a state machine that returns actions and touches no socket.
struct RequestReader {
  enum Action {
    /// Start the exchange with a body that is there.
    case start(RequestHead, [UInt8])
    /// Start the exchange with a body that is still coming.
    case startStreaming(RequestHead)
    /// The next part of the streamed body.
    case chunk(ByteBuffer)
    /// The streamed body is whole.
    case finishBody
    case nothing
  }

  private enum State {
    case idle
    /// A short body that may have come with its head, so that most requests cost one hand-over.
    case collecting(RequestHead, [UInt8])
    case streaming
    /// Answered already; what still comes is thrown away.
    case ignoring
  }

  /// The largest declared body that is taken with its head, and whose rest is read when nothing wants it.
  private static let shortBody = 64 << 10

  private var state = State.idle
  /// Whether the body is declared, and at most 64 KiB.
  private(set) var isShort = false

  /// Whether a request has begun and has not come whole.
  var isReceiving: Bool {
    if case .idle = state { false } else { true }
  }

  /// Takes the next part.
  ///
  /// - Parameters:
  ///   - bytes: What the part was cut from.
  ///   - peer: Where the request comes from.
  mutating func take(_ part: RequestParser.Part, of bytes: Span<UInt8>, peer: String?) -> Action {
    switch part {
    case .head(let start): head(start, peer)
    case .body(let range): body(bytes.extracting(range))
    case .end: end()
    }
  }

  private mutating func head(_ start: RequestStart, _ peer: String?) -> Action {
    let head = RequestHead(method: start.method, target: start.target, headers: RequestFields(start.fields), peer: peer)
    isShort = !start.isChunked && start.contentLength <= Self.shortBody
    if isShort {
      state = .collecting(head, [])
      return .nothing
    }
    state = .streaming
    return .startStreaming(head)
  }

  private mutating func body(_ chunk: Span<UInt8>) -> Action {
    switch state {
    case .collecting(let head, var body):
      // Declared by Content-Length, which the parser holds the client to. Out of the state while it grows.
      state = .ignoring
      unsafe chunk.withUnsafeBufferPointer { unsafe body.append(contentsOf: $0) }
      state = .collecting(head, body)
      return .nothing
    case .streaming: return .chunk(unsafe chunk.withUnsafeBytes { unsafe ByteBuffer(bytes: $0) })
    case .idle, .ignoring: return .nothing
    }
  }

  private mutating func end() -> Action {
    defer { state = .idle }
    return switch state {
    case .collecting(let head, let body): .start(head, body)
    case .streaming: .finishBody
    case .idle, .ignoring: .nothing
    }
  }

  /// Turns to a streamed body, if a short one has not come whole.
  ///
  /// - Returns: the head, and what has come of the body; nil if nothing is being collected.
  mutating func stream() -> (RequestHead, [UInt8])? {
    guard case .collecting(let head, let body) = state else { return nil }
    state = .streaming
    return (head, body)
  }

  /// The response is out although the request has not come whole.
  mutating func ignoreTheRest() { state = .ignoring }
}
