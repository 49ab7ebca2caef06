import NIOCore

/// Collects the parts of a short request, or passes on the body of a long one: a state machine that does no I/O.
struct RequestReader {
  enum Action {
    /// Begin the exchange with a whole body.
    case begin(RequestHead, body: [UInt8])
    /// Begin the exchange with a streamed body, of which these bytes have come.
    case beginStreaming(RequestHead, body: [UInt8])
    /// Pass on the next chunk of the streamed body.
    case chunk(ByteBuffer)
    case finishBody
    case nothing
  }

  private enum State {
    case idle
    /// A short body is collected, so that most exchanges begin with their whole body.
    case collecting
    case streaming
    /// The response is already sent. The rest of the request is dropped.
    case ignoring
  }

  /// The largest declared body that is collected, and that is read to its end if the handler does not want it.
  private static let shortBody = 64 << 10

  private var state = State.idle
  /// While a body is collected: its request head, and the bytes that have come.
  private var head: RequestHead?
  private var body: [UInt8] = []
  /// Whether the body has a declared length of at most 64 KiB.
  private(set) var isShort = false

  /// Whether a request has begun and is incomplete.
  var isReceiving: Bool {
    if case .idle = state { false } else { true }
  }

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
      // The parser ensures that it is no longer than its Content-Length.
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

  /// Turns an incomplete short body into a streamed one; nil if no body is being collected.
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

  /// Drops the rest of the request, whose response is already sent.
  mutating func ignoreTheRest() {
    state = .ignoring
    _ = takeCollected()
  }
}
