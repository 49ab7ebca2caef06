import NIOCore

extension ExchangeState {
  /// Takes a frame of the other side.
  ///
  /// - Returns: the frame's meaning, nil if nothing is to be done; and whether the exchange is over.
  mutating func receive(_ frame: Frame) throws(ChannelViolation) -> (event: FrameEvent?, isOver: Bool) {
    let id = frame.id
    switch frame.kind {
    case .answer: return try answered(frame)
    case .done:
      guard !receiving.isOpen else { throw .doneBeforeEnd(id) }
      return (.done(id), true)
    case .piece: return (try piece(frame), false)
    case .end: return (try streamIsOver(frame) ? .ended(id) : nil, false)
    case .fail: return (try streamIsOver(frame) ? .failed(id, String(buffer: frame.payload)) : nil, false)
    case .credit: return (try credit(frame), false)
    case .stop:
      if sending == .none { throw .noStream(.stop, id) }
      guard sending.isOpen else { return (nil, false) }
      sending = .stopped
      return (.stopped(id), false)
    case .cancel:
      guard !isCancelled else { return (nil, false) }
      isCancelled = true
      return (.cancelled(id), false)
    case .note: return (.note(id, frame.payload), false)
    // The channel's state takes these itself.
    case .hello, .open: return (nil, false)
    }
  }

  private mutating func answered(_ frame: Frame) throws(ChannelViolation) -> (event: FrameEvent?, isOver: Bool) {
    guard !isAnswered else { throw .repeatedAnswer(frame.id) }
    isAnswered = true
    let (hasBody, isDone) = (frame.flags.contains(.hasBody), frame.flags.contains(.isDone))
    if hasBody { receiving = .new }
    return (.answered(frame.id, frame.payload, hasBody: hasBody, isDone: isDone), isDone)
  }

  private mutating func piece(_ frame: Frame) throws(ChannelViolation) -> FrameEvent? {
    let count = frame.payload.readableBytes
    switch receiving {
    case .none, .over: throw .noStream(.piece, frame.id)
    case .open(let credit, let consumed):
      guard count <= credit else { throw .overCredit(frame.id) }
      receiving = .open(credit: credit - count, consumed: consumed)
      return .piece(frame.id, frame.payload)
    case .stopped(let credit):
      guard count <= credit else { throw .overCredit(frame.id) }
      receiving = .stopped(credit: credit - count)
      return nil
    }
  }

  /// Ends the other side's stream; returns whether this side still takes its pieces.
  private mutating func streamIsOver(_ frame: Frame) throws(ChannelViolation) -> Bool {
    switch receiving {
    case .none, .over: throw .noStream(frame.kind, frame.id)
    case .open, .stopped:
      defer { receiving = .over }
      return receiving.isOpen
    }
  }

  private mutating func credit(_ frame: Frame) throws(ChannelViolation) -> FrameEvent? {
    guard let more = frame.payload.getInteger(at: frame.payload.readerIndex, endianness: .little, as: UInt32.self)
    else { throw .length(.credit, frame.payload.readableBytes) }
    guard more > 0 else { throw .noCredit(frame.id) }
    switch sending {
    case .none: throw .noStream(.credit, frame.id)
    case .stopped, .over: return nil
    case .open(let credit):
      // Credit is given for bytes that were sent, so it is never above the initial one.
      guard Int(more) <= Frame.initialCredit - credit else { throw .creditOverflow(frame.id) }
      sending = .open(credit: credit + Int(more))
      return .credit(frame.id)
    }
  }
}
