package import NIOCore

/// One side of a channel, as a state machine: frames of the other side become events, and requests of this side become
/// frames.
///
/// It holds no bytes of frames. An exchange's id is known from the frame that opens it to the one that ends it. The
/// opener of an exchange forgets it with the last frame that comes about it, so that any further one is a violation;
/// the answerer may still receive frames about an exchange that it has ended, and ignores them.
package struct ChannelState: Sendable {
  let role: ChannelRole
  private let limits: ChannelLimits
  private var hasHello = false
  /// The id of the exchange that this side opens next, and the largest one that the other side has opened.
  private var nextID: UInt64
  private(set) var lastID: UInt64 = 0
  var exchanges: [UInt64: ExchangeState] = [:]
  /// The number of open exchanges that this side, and that the other side has opened.
  package private(set) var ownCount = 0
  package private(set) var otherCount = 0

  package init(role: ChannelRole, limits: ChannelLimits) {
    self.role = role
    self.limits = limits
    nextID = role == .host ? 2 : 1
  }

  /// Whether this side opens exchanges under such ids.
  func isOwn(_ id: UInt64) -> Bool { id.isMultiple(of: 2) == (role == .host) }

  // MARK: The other side's frames

  /// Takes a frame, whose header is checked already (``FrameHeader``).
  ///
  /// - Returns: the frame's meaning; nil if nothing is to be done.
  /// - Throws: the violation; the channel ends with it.
  package mutating func receive(_ frame: Frame) throws(ChannelViolation) -> FrameEvent? {
    guard hasHello else {
      guard frame.kind == .hello else { throw .helloExpected(frame.kind) }
      hasHello = true
      return .hello(frame.payload)
    }
    switch frame.kind {
    case .hello: throw .repeatedHello
    case .open: return try opened(frame)
    case .note where frame.id == 0: return .note(0, frame.payload)
    default: break
    }
    let isOwn = isOwn(frame.id)
    // Only the answerer answers and ends an exchange, and only the opener cancels it.
    switch frame.kind {
    case .answer, .done: guard isOwn else { throw .direction(frame.kind, frame.id) }
    case .cancel: guard !isOwn else { throw .direction(frame.kind, frame.id) }
    default: break
    }
    guard var exchange = exchanges[frame.id] else {
      guard !isOwn, frame.id <= lastID else { throw .unknownExchange(frame.kind, frame.id) }
      return nil
    }
    let (event, isOver) = try exchange.receive(frame)
    if isOver { forget(frame.id, isOwn: isOwn) } else { exchanges[frame.id] = exchange }
    return event
  }

  private mutating func opened(_ frame: Frame) throws(ChannelViolation) -> FrameEvent {
    guard !isOwn(frame.id) else { throw .parity(frame.id) }
    guard frame.id > lastID else { throw .reusedID(frame.id) }
    guard otherCount < limits.exchanges else { throw .tooManyExchanges }
    lastID = frame.id
    otherCount += 1
    let hasBody = frame.flags.contains(.hasBody)
    exchanges[frame.id] = ExchangeState(isOwn: false, hasBody: hasBody)
    return .opened(frame.id, frame.payload, hasBody: hasBody)
  }

  // MARK: This side's requests

  package mutating func open(_ payload: ByteBuffer, hasBody: Bool) -> Frame {
    let id = nextID
    nextID += 2
    ownCount += 1
    exchanges[id] = ExchangeState(isOwn: true, hasBody: hasBody)
    return Frame(.open, id: id, flags: hasBody ? .hasBody : [], payload: payload)
  }

  /// Changes an open exchange.
  ///
  /// - Returns: the change's result; nil if the exchange is over.
  package mutating func update<Value>(_ id: UInt64, _ change: (inout ExchangeState) -> Value?) -> Value? {
    guard let index = exchanges.index(forKey: id) else { return nil }
    return change(&exchanges.values[index])
  }

  /// Answers an exchange of the other side, once.
  ///
  /// - Returns: the frame; nil if the exchange is answered already, or over.
  package mutating func answer(_ id: UInt64, _ payload: ByteBuffer, hasBody: Bool, isDone: Bool) -> Frame? {
    guard !isOwn(id), let index = exchanges.index(forKey: id), !exchanges.values[index].isAnswered else { return nil }
    guard hasBody || !isDone else {
      forget(id, isOwn: false)
      return Frame(.answer, id: id, flags: .isDone, payload: payload)
    }
    exchanges.values[index].isAnswered = true
    if hasBody { exchanges.values[index].sending = .open(credit: Frame.initialCredit) }
    return Frame(.answer, id: id, flags: hasBody ? .hasBody : [], payload: payload)
  }

  /// Ends an exchange of the other side.
  ///
  /// - Returns: the frames, none if the exchange is over. An open stream breaks off first.
  package mutating func done(_ id: UInt64) -> (fail: Frame?, done: Frame)? {
    guard !isOwn(id), let exchange = exchanges[id] else { return nil }
    forget(id, isOwn: false)
    return (exchange.sending.isOpen ? Frame(.fail, id: id) : nil, Frame(.done, id: id))
  }

  /// Writes a note about an exchange or, with id 0, about the worker; nil if the exchange is over.
  package func note(_ id: UInt64, _ payload: ByteBuffer) -> Frame? {
    id == 0 || exchanges[id] != nil ? Frame(.note, id: id, payload: payload) : nil
  }

  private mutating func forget(_ id: UInt64, isOwn: Bool) {
    exchanges[id] = nil
    if isOwn { ownCount -= 1 } else { otherCount -= 1 }
  }
}
