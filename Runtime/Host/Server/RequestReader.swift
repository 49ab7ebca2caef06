import Edge
import HTTPTypes
import NIOCore

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
  /// - Parameter peer: Where the request comes from.
  mutating func take(_ part: RequestParser.Part, peer: String?) -> Action {
    switch part {
    case .head(let start): head(start, peer)
    case .body(let chunk): body(chunk)
    case .end: end()
    }
  }

  private mutating func head(_ start: RequestStart, _ peer: String?) -> Action {
    let head = RequestHead(method: start.method, target: start.target, headers: RequestFields(start.fields), peer: peer)
    if !start.isChunked, start.contentLength <= Self.collectedBody {
      state = .collecting(head, ByteBuffer())
      return .nothing
    }
    state = .streaming
    return .startStreaming(head)
  }

  private mutating func body(_ chunk: ByteBuffer) -> Action {
    switch state {
    case .collecting(let head, var buffer):
      // Declared by Content-Length, which the parser holds the client to. Out of the state while it grows.
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

  private mutating func end() -> Action {
    defer { state = .idle }
    return switch state {
    case .collecting(let head, let buffer): .start(head, buffer)
    case .streaming: .finishBody
    case .idle, .ignoring: .nothing
    }
  }

  /// The response is out although the request has not come whole.
  mutating func ignoreTheRest() { state = .ignoring }
}
