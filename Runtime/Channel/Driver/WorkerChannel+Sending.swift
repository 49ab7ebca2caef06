import Glibc
import Loop
import NIOCore
import Synchronization

extension WorkerChannel {
  /// The result of a request to send a piece.
  enum PieceSending {
    /// All or the first part of the piece is sent.
    case isSent
    /// There is no credit now.
    case mustWait
    /// The stream, the exchange or the channel is over.
    case isOver
  }

  /// Sends the frame that a request to the state makes, if any.
  func send(_ request: (inout ChannelState) -> Frame?) {
    settle(
      core.withLock { core in
        guard core.end == nil, let frame = request(&core.state) else { return .waits }
        return core.outbox.add(frame) { .now }
      })
  }

  /// Sends as much of a piece as one frame takes within the credit.
  func send(_ piece: inout ByteBuffer, of id: UInt64) -> PieceSending {
    var rest = piece
    let (result, admission) = core.withLock { core -> (PieceSending, Outbox.Admission) in
      guard core.end == nil, let sent = core.state.update(id, { $0.send(&rest, of: id) }) else {
        return (.isOver, .waits)
      }
      switch sent {
      case .frame(let frame): return (.isSent, core.outbox.add(frame) { .now })
      case .mustWait: return (.mustWait, .waits)
      case .isOver: return (.isOver, .waits)
      }
    }
    piece = rest
    settle(admission)
    return result
  }

  func answer(_ id: UInt64, _ payload: ByteBuffer, hasBody: Bool, isDone: Bool) {
    guard payload.readableBytes <= Frame.maximumPayload else { return done(id) }
    let (exchange, admission) = core.withLock { core -> (ExchangeCore?, Outbox.Admission) in
      guard core.end == nil, let frame = core.state.answer(id, payload, hasBody: hasBody, isDone: isDone) else {
        return (nil, .waits)
      }
      let isOver = frame.flags.contains(.isDone)
      return (isOver ? core.exchanges.removeValue(forKey: id) : nil, core.outbox.add(frame) { .now })
    }
    exchange?.end(CancellationError())
    settle(admission)
  }

  func done(_ id: UInt64) {
    let (exchange, admission) = core.withLock { core -> (ExchangeCore?, Outbox.Admission) in
      guard core.end == nil, let frames = core.state.done(id) else { return (nil, .waits) }
      let first = frames.fail.map { frame in core.outbox.add(frame) { .now } } ?? .waits
      let second = core.outbox.add(frames.done) { .now }
      let admission = [first, second].contains(.overflow) ? .overflow : first == .mustFlush ? first : second
      return (core.exchanges.removeValue(forKey: id), admission)
    }
    exchange?.end(CancellationError())
    settle(admission)
  }

  /// Acts on the result of adding a frame. The flush runs at the end of the current batch, so that one turn of the loop
  /// makes one write.
  func settle(_ admission: Outbox.Admission) {
    switch admission {
    case .waits: break
    case .mustFlush: WakeUps.post { [self] in flush() }
    case .overflow: end(.violation(.notReading))
    }
  }

  /// The result of sending bytes.
  private enum Writing {
    /// The socket has taken all, or what it has room for.
    case taken
    /// The other side has closed its end, or its process is gone.
    case isBroken
    /// The system reported another error (`errno`).
    case failed(CInt)
  }

  /// Sends what waits, until the socket has no room.
  func flush() {
    var next = core.withLock { core -> ByteBuffer? in
      guard core.end == nil, let segment = core.outbox.beginFlush() else { return nil }
      core.descriptor.isSending = true
      return segment
    }
    while var segment = next {
      let before = segment.readableBytes
      let result = write(&segment)
      let count = before - segment.readableBytes
      let mustClose = core.withLock { core in
        next = nil
        if core.end == nil {
          switch result {
          case .taken: next = core.outbox.sent(segment, count: count)
          // The end of the other side is seen by reading, after what it has sent before.
          case .isBroken: core.outbox.end()
          // The rest of the segment is lost. Until the channel ends below, the outbox begins no other flush.
          case .failed: break
          }
          updateWatch(&core)
        }
        core.descriptor.isSending = next != nil
        return core.descriptor.isLeft
      }
      if mustClose { Glibc.close(descriptor) }
      if case .failed(let number) = result { end(.failed(number)) }
    }
  }

  /// Sends bytes until all are sent or the socket has no room.
  private func write(_ segment: inout ByteBuffer) -> Writing {
    while segment.readableBytes > 0 {
      let count = unsafe segment.withUnsafeReadableBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if count >= 0 {
        segment.moveReaderIndex(forwardBy: count)
      } else if errno == EAGAIN {
        return .taken
      } else if errno == EPIPE || errno == ECONNRESET {
        return .isBroken
      } else if errno != EINTR {
        return .failed(errno)
      }
    }
    return .taken
  }

  /// Watches the descriptor for what is wanted now.
  func updateWatch(_ core: inout ChannelCore) {
    let wanted = core.wantedEvents
    guard wanted != core.descriptor.watched, core.end == nil else { return }
    core.descriptor.watched = wanted
    loop.change(descriptor, as: number, to: wanted)
  }
}
