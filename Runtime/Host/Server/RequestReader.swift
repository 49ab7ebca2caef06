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
    /// A small body is collected here, so that most requests cost one hand-over.
    case collecting(RequestHead, [UInt8])
    case streaming
    /// Answered already; what still comes is thrown away.
    case ignoring
  }

  /// The largest declared body that is collected before its token is checked.
  static let collectedBody = 64 << 10

  private var state = State.idle

  /// Whether a request has begun and has not come whole.
  var isReceiving: Bool {
    if case .idle = state { false } else { true }
  }

  /// Whether its small body is being waited for.
  var isCollecting: Bool {
    if case .collecting = state { true } else { false }
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
    if !start.isChunked, start.contentLength <= Self.collectedBody {
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

  /// The response is out although the request has not come whole.
  mutating func ignoreTheRest() { state = .ignoring }
}
