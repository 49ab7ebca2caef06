import NIOCore
import Synchronization

/// The part of an exchange that its channel keeps while it is open: the channel's events come in, and the tasks of this side wait.
final class ExchangeCore: Sendable {
  let id: UInt64
  let channel: WorkerChannel
  /// Whether the other side has opened it: its bytes count as held then.
  let isIncoming: Bool
  private let payloadBytes: Int
  private let mailbox: Mutex<ExchangeMailbox>

  /// An exchange of this side.
  init(id: UInt64, on channel: WorkerChannel) {
    self.id = id
    self.channel = channel
    (isIncoming, payloadBytes) = (false, 0)
    mailbox = Mutex(ExchangeMailbox(hasBody: false))
  }

  /// An exchange of the other side.
  init(incoming id: UInt64, on channel: WorkerChannel, hasBody: Bool, payloadBytes: Int) {
    self.id = id
    self.channel = channel
    (isIncoming, self.payloadBytes) = (true, payloadBytes)
    mailbox = Mutex(ExchangeMailbox(hasBody: hasBody))
  }

  deinit {
    if isIncoming { channel.release(payloadBytes + mailbox.withLock { $0.pieces.bytes }) }
  }

  // MARK: The channel's side

  /// Takes an event of the exchange.
  func receive(_ event: FrameEvent) { perform(mailbox.withLock { $0.receive(event) }) }

  /// Ends the exchange, with the error for what did not come.
  func end(_ error: any Error) { perform(mailbox.withLock { $0.end(error) }) }

  private func perform(_ effects: ExchangeMailbox.Effects) {
    for waiter in effects.wake { waiter.resume() }
    for action in effects.actions { action() }
    if isIncoming, effects.dropped > 0 { channel.release(effects.dropped) }
    if effects.stopsBody { stopBody() }
  }

  // MARK: The answer

  func answer() async throws -> ByteBuffer {
    if let answer = mailbox.withLock({ $0.answer }) { return try answer.get() }
    await withTaskCancellationHandler {
      await park(0, for: .answer, endsWithTask: false) { $0.answer != nil }
    } onCancel: {
      cancel()
    }
    return try mailbox.withLock { $0.answer ?? .failure(ChannelClosed()) }.get()
  }

  /// Waits until the exchange is over, also in a cancelled task.
  func finished() async { await park(0, for: .end, endsWithTask: false) { $0.isOver } }

  var isOver: Bool { mailbox.withLock(\.isOver) }

  func cancel() {
    mailbox.withLock { $0.cancel() }
    channel.send { state in state.update(self.id) { $0.cancel(self.id) } }
  }

  func onCancel(_ action: @escaping @Sendable () -> Void) {
    if mailbox.withLock({ $0.onCancel(action) }) { action() }
  }

  func onEnd(_ action: @escaping @Sendable () -> Void) {
    if mailbox.withLock({ $0.onEnd(action) }) { action() }
  }

  // MARK: This side's stream

  func write(_ piece: ByteBuffer) async throws {
    var rest = piece
    while rest.readableBytes > 0 {
      try Task.checkCancellation()
      let (credits, end) = mailbox.withLock { ($0.credits, $0.sendingEnd) }
      if let end { throw end }
      switch channel.send(&rest, of: id) {
      case .isSent: continue
      case .mustWait: await waitUnlessCancelled(for: .credit) { $0.credits != credits || $0.sendingEnd != nil }
      case .isOver: throw mailbox.withLock { $0.sendingEnd } ?? CancellationError()
      }
    }
  }

  func endStream() { channel.send { state in state.update(self.id) { $0.end(self.id) } } }

  func failStream(_ reason: String) { channel.send { state in state.update(self.id) { $0.fail(self.id, reason) } } }

  // MARK: The other side's stream

  func takeBody() -> ExchangeBody? {
    mailbox.withLock { mailbox in mailbox.takeBody { BodyHandle(of: self) } }.map(ExchangeBody.init)
  }

  func nextPiece() async throws -> ByteBuffer? {
    while true {
      if let result = mailbox.withLock({ $0.takePiece() }) {
        let piece = try result.get()
        if let piece { channel.consumed(piece.readableBytes, of: self) }
        return piece
      }
      try Task.checkCancellation()
      await waitUnlessCancelled(for: .piece) { !$0.pieces.isEmpty || $0.bodyEnd != nil }
    }
  }

  func stopBody() {
    channel.send { state in state.update(self.id) { $0.stop(self.id) } }
    perform(mailbox.withLock { $0.stop() })
  }

  /// Stops a stream that nothing has asked for, also when it is still to come.
  func abandonBody() {
    if mailbox.withLock({ $0.abandonBody() }) { stopBody() }
  }

  // MARK: Waiting

  private typealias Kinds = ExchangeWaiters.Kinds

  /// Waits until the mailbox is ready, or the task is cancelled.
  private func waitUnlessCancelled(for kind: Kinds, isReady: (ExchangeMailbox) -> Bool) async {
    let number = mailbox.withLock { $0.waiters.nextNumber() }
    await withTaskCancellationHandler {
      await park(number, for: kind, endsWithTask: true, isReady)
    } onCancel: {
      wake(number)
    }
  }

  private func park(_ number: Int, for kind: Kinds, endsWithTask: Bool, _ isReady: (ExchangeMailbox) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isReady = mailbox.withLock { mailbox in
        guard !isReady(mailbox) else { return true }
        mailbox.waiters.add(continuation, number, for: kind)
        return false
      }
      if isReady { return continuation.resume() }
      // The task may have been cancelled before it could be found by its number.
      if endsWithTask, Task.isCancelled { wake(number) }
    }
  }

  private func wake(_ number: Int) { mailbox.withLock { $0.waiters.take(number: number) }?.resume() }
}
