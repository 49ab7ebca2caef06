import NIOCore

/// Collects the parts of a request, or passes its body on: a state machine that returns actions and does no I/O.
struct RequestReader {
  enum Action {
    /// Begin the exchange with a body that is there.
    case begin(RequestHead, body: [UInt8])
    /// Begin the exchange with a body that is still coming, of which this is there.
    case beginStreaming(RequestHead, body: [UInt8])
    /// The next part of the streamed body.
    case chunk(ByteBuffer)
    /// The streamed body is whole.
    case finishBody
    case nothing
  }

  private enum State {
    case idle
    /// A short body is collected in `body`, so that most requests begin with their whole body.
    case collecting
    case streaming
    /// The response is out already; the rest of the request is dropped.
    case ignoring
  }

  /// The largest declared body that is collected, and whose rest is read when the handler does not want it.
  private static let shortBody = 64 << 10

  private var state = State.idle
  /// While a body is collected: its request head, and what has come of it.
  private var head: RequestHead?
  private var body: [UInt8] = []
  /// Whether the body is declared, and at most 64 KiB.
  private(set) var isShort = false

  /// Whether a request has begun and has not come whole.
  var isReceiving: Bool {
    if case .idle = state { false } else { true }
  }

  /// Takes the next part.
  ///
  /// - Parameter bytes: The input that the part was cut from.
  mutating func take(_ part: RequestParser.Part, of bytes: Span<UInt8>) -> Action {
    switch part {
    case .head(let head): take(head)
    case .body(let range): take(bytes.extracting(range))
    case .end: end()
    }
  }

  private mutating func take(_ head: RequestHead) -> Action {
    isShort = !head.isChunked && head.contentLength <= Self.shortBody
    guard isShort else {
      state = .streaming
      return .beginStreaming(head, body: [])
    }
    state = .collecting
    self.head = head
    return .nothing
  }

  private mutating func take(_ chunk: Span<UInt8>) -> Action {
    switch state {
    case .collecting:
      // No longer than its Content-Length: the parser sees to that.
      unsafe chunk.withUnsafeBufferPointer { unsafe body.append(contentsOf: $0) }
      return .nothing
    case .streaming: return .chunk(unsafe chunk.withUnsafeBytes { unsafe ByteBuffer(bytes: $0) })
    case .idle, .ignoring: return .nothing
    }
  }

  private mutating func end() -> Action {
    defer { state = .idle }
    switch state {
    case .collecting:
      guard let (head, body) = takeCollected() else { return .nothing }
      return .begin(head, body: body)
    case .streaming: return .finishBody
    case .idle, .ignoring: return .nothing
    }
  }

  /// Turns to a streamed body, if a short one has not come whole.
  ///
  /// - Returns: the request head, and what has come of the body; nil if no body is being collected.
  mutating func stream() -> (RequestHead, body: [UInt8])? {
    guard case .collecting = state else { return nil }
    state = .streaming
    return takeCollected()
  }

  private mutating func takeCollected() -> (RequestHead, body: [UInt8])? {
    guard let head = head.take() else { return nil }
    defer { body = [] }
    return (head, body)
  }

  /// Drops the rest of the request: its response is out.
  mutating func ignoreTheRest() {
    state = .ignoring
    _ = takeCollected()
  }
}
