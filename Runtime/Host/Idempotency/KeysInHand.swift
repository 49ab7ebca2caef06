import Synchronization

/// The keys whose first request is in hand in this process: the driver of ``KeysInHandState``.
final class KeysInHand: Sendable {
  /// The end of a request's wait.
  private enum Ending: Sendable {
    case answered(StoredAnswer)
    case runs
    case gaveUp
  }

  /// The task of a waiting request.
  private enum Waiter {
    /// It has not been suspended yet.
    case running
    case suspended(CheckedContinuation<Ending, Never>)
    /// Its wait ended before it was suspended.
    case ended(Ending)
  }

  private struct State {
    var rules = KeysInHandState()
    var waiters: [UInt64: Waiter] = [:]
    var lastTicket: UInt64 = 0

    /// Ends a wait.
    ///
    /// - Returns: the waiter's continuation, to be resumed; nil if its task is not suspended.
    mutating func end(_ ticket: UInt64, _ ending: Ending) -> CheckedContinuation<Ending, Never>? {
      guard case .suspended(let continuation) = waiters[ticket] else {
        waiters[ticket] = .ended(ending)
        return nil
      }
      waiters[ticket] = nil
      return continuation
    }
  }

  private let patience: Duration
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  /// - Parameter patience: the longest wait for the first request's answer.
  init(patience: Duration, clock: any Clock<Duration>) {
    self.patience = patience
    self.clock = clock
  }

  /// The number of keys, and of waiting requests.
  var current: (keys: Int, waiting: Int) { state.withLock { ($0.rules.count, $0.waiters.count) } }

  /// Admits a request, and waits while the first one with its key is in hand.
  ///
  /// - Returns: the first request's answer; nil if this request runs, which then calls ``leave(_:_:)``.
  /// - Throws: ``HostError`` 422 for another request than the first one, 409 if the wait takes too long or the task is
  ///   cancelled.
  func enter(_ id: KeyID, _ payload: PayloadDigest) async throws(HostError) -> StoredAnswer? {
    let (admission, ticket) = state.withLock { state in
      state.lastTicket += 1
      let admission = state.rules.enter(id, payload, ticket: state.lastTicket)
      if admission == .waits { state.waiters[state.lastTicket] = .running }
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

  /// Ends the request that runs.
  ///
  /// - Parameter answer: its stored answer; nil if it has left none.
  func leave(_ id: KeyID, _ answer: StoredAnswer?) {
    let resumed = state.withLock { state in
      state.rules.finish(id, answer).compactMap { wake -> (CheckedContinuation<Ending, Never>, Ending)? in
        let (ticket, ending): (UInt64, Ending) =
          switch wake {
          case .answered(let ticket, let answer): (ticket, .answered(answer))
          case .runs(let ticket): (ticket, .runs)
          }
        return state.end(ticket, ending).map { ($0, ending) }
      }
    }
    for (continuation, ending) in resumed { continuation.resume(returning: ending) }
  }

  private func wait(_ id: KeyID, _ ticket: UInt64) async -> Ending {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [self] in
        if (try? await clock.sleep(for: patience)) != nil { giveUp(id, ticket) }
      }
      let ending = await withTaskCancellationHandler {
        await suspend(ticket)
      } onCancel: {
        giveUp(id, ticket)
      }
      group.cancelAll()
      return ending
    }
  }

  private func suspend(_ ticket: UInt64) async -> Ending {
    await withCheckedContinuation { continuation in
      let ending: Ending? = state.withLock { state in
        if case .ended(let ending) = state.waiters[ticket] {
          state.waiters[ticket] = nil
          return ending
        }
        state.waiters[ticket] = .suspended(continuation)
        return nil
      }
      if let ending { continuation.resume(returning: ending) }
    }
  }

  /// Ends the wait of a request without an answer. One that runs goes on.
  private func giveUp(_ id: KeyID, _ ticket: UInt64) {
    let continuation = state.withLock { state in
      state.rules.giveUp(id, ticket: ticket) ? state.end(ticket, .gaveUp) : nil
    }
    continuation?.resume(returning: .gaveUp)
  }
}
