import NIOCore

/// The received but unread data of one exchange, and the tasks that wait for it. A value without a lock.
struct ExchangeMailbox: Sendable {
  /// The effects of an event. The caller performs them after it has released the lock.
  struct Effects: Sendable {
    var wake: [ExchangeWaiters.Continuation] = []
    var actions: [@Sendable () -> Void] = []
    /// Bytes that nothing takes any more.
    var dropped = 0
    /// Whether the other side's stream is to be stopped.
    var stopsBody = false
  }

  var waiters = ExchangeWaiters()
  private(set) var answer: Result<ByteBuffer, any Error>?
  /// Whether the other side sends a stream.
  private(set) var hasBody: Bool
  private(set) var pieces = PieceQueue()
  /// How the other side's stream ended.
  private(set) var bodyEnd: Result<Void, any Error>?
  private(set) var credits = 0
  /// Why this side's stream takes no more.
  private(set) var sendingEnd: (any Error)?
  private(set) var isOver = false
  private(set) var isCancelled = false
  private var cancelActions: [@Sendable () -> Void] = []
  private var endActions: [@Sendable () -> Void] = []
  private weak var bodyHandle: BodyHandle?
  private var isBodyTaken = false
  /// Whether the exchange's handle was freed before its stream was taken, so that a stream is stopped when it arrives.
  private var isAbandoned = false

  init(hasBody: Bool) { self.hasBody = hasBody }

  var isAnswered: Bool { if case .success = answer { true } else { false } }

  /// Whether the channel ended before the other side's stream did.
  var isBodyLost: Bool {
    guard hasBody, case .failure(let error)? = bodyEnd else { return false }
    return error is ChannelClosed
  }

  // MARK: Events

  mutating func receive(_ event: FrameEvent) -> Effects {
    switch event {
    case .answered(_, let payload, let hasBody, let isDone):
      answer = .success(payload)
      self.hasBody = hasBody
      if isDone { return end(CancellationError()) }
      return Effects(wake: waiters.take(.answer), stopsBody: hasBody && isAbandoned)
    case .piece(_, let piece):
      guard bodyEnd == nil else { return Effects(dropped: piece.readableBytes) }
      pieces.add(piece)
      return Effects(wake: waiters.take(.piece))
    case .ended: return endBody(.success(()))
    case .failed(_, let reason): return endBody(.failure(ExchangeFailed(reason)))
    case .credit:
      credits += 1
      return Effects(wake: waiters.take(.credit))
    case .stopped:
      sendingEnd = CancellationError()
      return Effects(wake: waiters.take(.credit))
    case .cancelled:
      isCancelled = true
      defer { cancelActions = [] }
      return Effects(actions: cancelActions)
    case .done: return end(isCancelled ? CancellationError() : ExchangeUnanswered())
    case .hello, .opened, .note: return Effects()
    }
  }

  private mutating func endBody(_ result: Result<Void, any Error>) -> Effects {
    if bodyEnd == nil { bodyEnd = result }
    return Effects(wake: waiters.take(.piece))
  }

  /// Ends the exchange. The error is the result of an answer that has not arrived. An unfinished stream ends with
  /// `CancellationError`, or with `ChannelClosed` if the channel has ended.
  mutating func end(_ error: any Error) -> Effects {
    guard !isOver else { return Effects() }
    isOver = true
    let isClosed = error is ChannelClosed
    let broken: any Error = isClosed ? error : CancellationError()
    if answer == nil { answer = .failure(error) }
    if bodyEnd == nil { bodyEnd = .failure(broken) }
    if sendingEnd == nil { sendingEnd = broken }
    defer { (cancelActions, endActions) = ([], []) }
    if isClosed { isCancelled = true }
    return Effects(wake: waiters.take(.all), actions: isClosed ? cancelActions + endActions : endActions)
  }

  // MARK: This side

  /// Records that this side cancels.
  mutating func cancel() { isCancelled = true }

  /// Adds an action for the opener's cancellation.
  ///
  /// - Returns: whether the action is due at once.
  mutating func onCancel(_ action: @escaping @Sendable () -> Void) -> Bool {
    guard !isCancelled else { return true }
    if !isOver { cancelActions.append(action) }
    return false
  }

  /// Adds an action for the exchange's end.
  ///
  /// - Returns: whether the action is due at once.
  mutating func onEnd(_ action: @escaping @Sendable () -> Void) -> Bool {
    if !isOver { endActions.append(action) }
    return isOver
  }

  /// The next piece, or the end of the stream; nil while nothing has come.
  mutating func takePiece() -> Result<ByteBuffer?, any Error>? {
    if let piece = pieces.takeFirst() { return .success(piece) }
    return bodyEnd.map { $0.map { nil } }
  }

  /// Takes no more pieces.
  mutating func stop() -> Effects {
    if bodyEnd == nil { bodyEnd = .failure(CancellationError()) }
    let dropped = pieces.clear()
    return Effects(wake: waiters.take(.piece), dropped: dropped)
  }

  /// The handle of the other side's stream, for its reader; nil for an exchange without such a stream, and after the
  /// reader has dropped it.
  mutating func takeBody(_ make: () -> BodyHandle) -> BodyHandle? {
    guard hasBody else { return nil }
    guard !isBodyTaken else { return bodyHandle }
    isBodyTaken = true
    let handle = make()
    bodyHandle = handle
    return handle
  }

  /// Marks the other side's stream as unwanted, also one that is still to begin.
  ///
  /// - Returns: whether there is a stream that no task has taken.
  mutating func abandonBody() -> Bool {
    isAbandoned = true
    return hasBody && !isBodyTaken
  }
}
