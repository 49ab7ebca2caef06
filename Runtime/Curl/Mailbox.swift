import Synchronization

/// What other threads want of the loop's thread, and how they learn that it has ended.
final class Mailbox: Sendable {
  enum Command: Sendable {
    case start(Transfer.Submission)
    case cancel(UInt64)
  }

  private struct State {
    var commands: [Command] = []
    var isStopping = false
    var hasEnded = false
    var refusal = Mailbox.shutdown
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  static let shutdown = HTTPClientError(.shutdown, "the HTTP client has been shut down")

  private let poller: Poller
  private let state = Mutex(State())

  init(poller: Poller) {
    self.poller = poller
  }

  /// Hands a command over. A request that comes too late fails at once.
  func post(_ command: Command) {
    let refusal = state.withLock { state -> HTTPClientError? in
      guard !state.isStopping else { return state.refusal }
      state.commands.append(command)
      return nil
    }
    if let refusal {
      if case .start(let submission) = command { submission.continuation.resume(throwing: refusal) }
    } else {
      poller.wake()
    }
  }

  /// Asks the loop's thread to end.
  func stop() {
    state.withLock { $0.isStopping = true }
    poller.wake()
  }

  /// Returns when the loop's thread has freed everything.
  func ended() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.hasEnded { state.waiters.append(continuation) }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  /// For the loop's thread: what has come in, and whether that was all.
  func collect() -> (commands: [Command], isLast: Bool) {
    state.withLock { state in
      defer { state.commands = [] }
      return (state.commands, state.isStopping)
    }
  }

  /// For the loop's thread, as its last act: fails what is still in the box and what comes later.
  func close(_ reason: HTTPClientError) {
    let (commands, waiters) = state.withLock { state in
      defer {
        state.commands = []
        state.waiters = []
      }
      state.isStopping = true
      state.hasEnded = true
      state.refusal = reason
      return (state.commands, state.waiters)
    }
    for case .start(let submission) in commands { submission.continuation.resume(throwing: reason) }
    for waiter in waiters { waiter.resume() }
  }
}
