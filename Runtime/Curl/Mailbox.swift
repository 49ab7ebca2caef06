import Synchronization

/// What other threads want of a loop's thread, and how they learn that it has ended.
package final class Mailbox<Command: Sendable>: Sendable {
  private struct State {
    var commands: [Command] = []
    var isStopping = false
    var hasEnded = false
    var refusal: HTTPClientError
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let poller: Poller
  private let refuse: @Sendable (Command, HTTPClientError) -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - shutdown: What a command is refused with that comes after ``stop()``.
  ///   - refuse: Tells who waits for a command that nobody will read.
  init(
    poller: Poller, shutdown: HTTPClientError, refuse: @escaping @Sendable (Command, HTTPClientError) -> Void
  ) {
    self.poller = poller
    self.refuse = refuse
    state = Mutex(State(refusal: shutdown))
  }

  /// Hands a command over. One that comes too late is refused at once.
  package func post(_ command: Command) {
    let (refusal, isFirst) = state.withLock { state -> (HTTPClientError?, Bool) in
      guard !state.isStopping else { return (state.refusal, false) }
      state.commands.append(command)
      return (nil, state.commands.count == 1)
    }
    if let refusal { return refuse(command, refusal) }
    // Those after the first are collected with it.
    if isFirst { poller.wake() }
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
  package func collect() -> (commands: [Command], isLast: Bool) {
    state.withLock { state in
      defer { state.commands = [] }
      return (state.commands, state.isStopping)
    }
  }

  /// For the loop's thread, as its last act: refuses what is still in the box and what comes later. `reason` is `nil`
  /// when it was asked to end.
  func close(_ reason: HTTPClientError?) {
    let (commands, refusal, waiters) = state.withLock { state in
      defer {
        state.commands = []
        state.waiters = []
      }
      state.isStopping = true
      state.hasEnded = true
      if let reason { state.refusal = reason }
      return (state.commands, state.refusal, state.waiters)
    }
    for command in commands { refuse(command, refusal) }
    for waiter in waiters { waiter.resume() }
  }
}
