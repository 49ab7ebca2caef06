import Glibc
import Loop
import NIOCore
import Synchronization

extension WorkerChannel {
  /// The maximum number of reads in one turn of the loop, so that a busy channel does not delay the others.
  private static let readsPerTurn = 4
  /// The length of the single read per turn of a crowded channel, which has many short frames. Handling a frame takes
  /// much longer than reading it, and the other channels of the loop wait meanwhile.
  private static let shortRead = 8 << 10
  /// The average length in bytes below which frames are short.
  private static let shortFrame = 256
  /// The number of short frames in one read above which the channel counts as crowded.
  private static let fewFrames = 64

  /// Handles events of the descriptor.
  func descriptorIsReady(_ events: DescriptorEvents, _ buffer: UnsafeMutableRawBufferPointer) {
    loop.assertIsCurrent()
    if events.contains(.output), core.withLock({ $0.outbox.becameWritable() }) { flush() }
    if events.contains(.input) || !events.isDisjoint(with: .broken) { unsafe receive(into: buffer) }
  }

  private func receive(into buffer: UnsafeMutableRawBufferPointer) {
    for _ in 0..<Self.readsPerTurn where isOpen {
      let room = isCrowded ? min(Self.shortRead, buffer.count) : buffer.count
      let count = unsafe recv(descriptor, buffer.baseAddress, room, 0)
      if count > 0 {
        let frames = unsafe received(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bytes)
        isCrowded = frames > Self.fewFrames && count < frames * Self.shortFrame
        if count < room || isCrowded { return }
      } else if count == 0 || errno == ECONNRESET {
        return end(.hangUp)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        return end(.failed(errno))
      }
    }
  }

  /// - Returns: the number of whole frames.
  private func received(_ bytes: RawSpan) -> Int {
    var (position, frames) = (0, 0)
    do throws(ChannelViolation) {
      while isOpen, let frame = try decoder.next(bytes, &position) {
        frames += 1
        try received(frame)
      }
    } catch {
      end(.violation(error))
    }
    return frames
  }

  private func received(_ frame: Frame) throws(ChannelViolation) {
    let result = try core.withLock { core throws(ChannelViolation) -> (FrameEvent, ExchangeCore?)? in
      guard core.end == nil, let event = try core.state.receive(frame) else { return nil }
      switch event {
      case .opened(let id, let payload, let hasBody):
        let exchange = ExchangeCore(
          incoming: id, on: self, hasBody: hasBody, payloadBytes: payload.readableBytes)
        hold(payload.readableBytes, &core)
        core.exchanges[id] = exchange
        return (event, exchange)
      case .piece(let id, let piece):
        let exchange = core.exchanges[id]
        if exchange?.isIncoming == true { hold(piece.readableBytes, &core) }
        return (event, exchange)
      case .answered(let id, _, _, isDone: true), .done(let id):
        return (event, core.exchanges.removeValue(forKey: id))
      case .hello, .note: return (event, nil)
      case .answered, .ended, .failed, .credit, .stopped, .cancelled: return (event, core.exchanges[frame.id])
      }
    }
    guard let (event, exchange) = result else { return }
    switch event {
    case .hello(let payload): handler.received(hello: payload, on: self)
    case .note(let id, let payload): handler.noted(payload, of: id, on: self)
    case .opened(_, let payload, _):
      if let exchange { handler.opened(IncomingExchange(exchange, payload: payload)) }
    default: exchange?.receive(event)
    }
  }

  // MARK: Held bytes

  private func hold(_ count: Int, _ core: inout ChannelCore) {
    guard held.add(count, ordering: .relaxed).newValue > limits.heldBytes, !core.isPaused else { return }
    core.isPaused = true
    updateWatch(&core)
  }

  /// Bytes that were held are taken or dropped.
  func release(_ count: Int) {
    guard count > 0 else { return }
    let left = held.subtract(count, ordering: .relaxed).newValue
    let mark = limits.heldBytes / 2
    // Only the release that crosses the mark resumes reading.
    guard left <= mark, left + count > mark else { return }
    loop.runLater { [self] in
      core.withLock { core in
        core.isPaused = false
        updateWatch(&core)
      }
    }
  }

  /// Bytes of a stream were read: gives credit for them when it is due.
  func consumed(_ count: Int, of exchange: ExchangeCore) {
    if exchange.isIncoming { release(count) }
    send { state in state.update(exchange.id) { $0.consumed(count, of: exchange.id) } }
  }
}
