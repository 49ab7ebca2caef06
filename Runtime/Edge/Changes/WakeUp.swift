import Synchronization

/// A wake-up for one waiting loop. Several signals before a wait count as one.
package final class WakeUp: Sendable {
  private struct State {
    var isSet = false
    var waiting: CheckedContinuation<Bool, Never>?
  }

  private let state = Mutex(State())

  package init() {}

  /// Wakes the loop, or makes its next wait return at once.
  package func signal() {
    let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard let waiting = state.waiting else {
        state.isSet = true
        return nil
      }
      state.waiting = nil
      return waiting
    }
    waiting?.resume(returning: true)
  }

  /// Whether there was a signal since the last call; resets it.
  package func take() -> Bool {
    state.withLock { state in
      defer { state.isSet = false }
      return state.isSet
    }
  }

  /// Waits for a signal, but no longer than `limit`.
  /// - Returns: whether there was a signal.
  package func wait(upTo limit: Duration) async -> Bool {
    if take() { return true }
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        try? await Task.sleep(for: limit, tolerance: .zero)
        return false
      }
      group.addTask { await self.hint() }
      var isHinted = await group.next() ?? false
      group.cancelAll()
      // A signal at the same time as the timeout must not be lost.
      while let other = await group.next() { isHinted = isHinted || other }
      return isHinted
    }
  }

  /// Waits for a signal; false if the task is cancelled.
  private func hint() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.isSet {
            state.isSet = false
            return true
          }
          if Task.isCancelled { return false }
          state.waiting = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume(returning: false)
    }
  }
}
