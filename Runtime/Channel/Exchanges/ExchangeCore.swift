import NIOCore
import Synchronization

/// The part of an exchange that its channel keeps while it is open: the channel's events come in, and the tasks of this
/// side wait.
final class ExchangeCore: Sendable {
  let id: UInt64
  let channel: WorkerChannel
  /// Whether the other side has opened it: its bytes count as held then.
  let isIncoming: Bool
  private let payloadBytes: Int
  let mailbox: Mutex<ExchangeMailbox>

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

  func receive(_ event: FrameEvent) { perform(mailbox.withLock { $0.receive(event) }) }

  /// Ends the exchange. The error is the result of an answer or a stream that has not arrived.
  func end(_ error: any Error) { perform(mailbox.withLock { $0.end(error) }) }

  func perform(_ effects: ExchangeMailbox.Effects) {
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

  var isAnswered: Bool { mailbox.withLock(\.isAnswered) }

  var isBodyLost: Bool { mailbox.withLock(\.isBodyLost) }

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

  // MARK: Waiting

  typealias Kinds = ExchangeWaiters.Kinds

  /// Waits until the mailbox is ready, or the task is cancelled.
  func waitUnlessCancelled(for kind: Kinds, isReady: (ExchangeMailbox) -> Bool) async {
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
