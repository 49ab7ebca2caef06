import Synchronization

/// The keys whose first request is in hand in this process: the driver of ``KeysInHandState``.
final class KeysInHand: Sendable {
  /// The end of a request's wait.
  private enum Ending: Sendable {
    case answered(StoredAnswer)
    case runs
    case gaveUp
  }

  private struct State {
    var rules = KeysInHandState()
    var tasks = WaitingTasks<Ending>()
    var lastTicket: UInt64 = 0
  }

  private let patience: Duration
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  init(patience: Duration, clock: any Clock<Duration>) {
    self.patience = patience
    self.clock = clock
  }

  /// The number of keys, and of waiting requests.
  var current: (keys: Int, waiting: Int) { state.withLock { ($0.rules.count, $0.tasks.count) } }

  /// Admits a request, and waits while the first one with its key is in hand.
  ///
  /// - Returns: the first request's answer; nil if this request runs, which then calls ``leave(_:_:)``.
  /// - Throws: ``HostError`` 422 for another request than the first one, 409 if the wait takes too long or the task is
  ///   cancelled.
  func enter(_ id: KeyID, _ payload: PayloadDigest) async throws(HostError) -> StoredAnswer? {
    let (admission, ticket) = state.withLock { state in
      state.lastTicket += 1
      let admission = state.rules.enter(id, payload, ticket: state.lastTicket)
      if admission == .waits { state.tasks.add(state.lastTicket) }
      return (admission, state.lastTicket)
    }
    switch admission {
    case .runs: return nil
    case .isReused: throw .keyReused
    case .waits: break
    }
    switch await wait(id, ticket) {
    case .answered(let answer): return answer
    case .runs: return nil
    case .gaveUp: throw .keyInUse
    }
  }

  /// Ends the request that runs, with its stored answer; nil if it has left none.
  func leave(_ id: KeyID, _ answer: StoredAnswer?) {
    let ended = state.withLock { state in
      state.rules.finish(id, answer).compactMap { wake in
        switch wake {
        case .answered(let ticket, let answer): state.tasks.answer(ticket, .answered(answer))
        case .runs(let ticket): state.tasks.answer(ticket, .runs)
        }
      }
    }
    for task in ended { task.resume() }
  }

  private func wait(_ id: KeyID, _ ticket: UInt64) async -> Ending {
    await WaitingTasks.answer(within: patience, on: clock) { continuation in
      self.state.withLock { $0.tasks.suspend(ticket, continuation) }?.resume()
    } giveUp: {
      self.giveUp(id, ticket)
    }
  }

  /// Ends the wait of a request without an answer. One that runs goes on.
  private func giveUp(_ id: KeyID, _ ticket: UInt64) {
    let ended = state.withLock { state in
      state.rules.giveUp(id, ticket: ticket) ? state.tasks.answer(ticket, .gaveUp) : nil
    }
    ended?.resume()
  }
}
