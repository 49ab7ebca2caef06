import Synchronization

/// A wake-up for waiting loops. Several signals before a wait count as one; a signal ends all waits.
package final class WakeUp: Sendable {
  private struct State {
    var isSet = false
    var lastWait: UInt64 = 0
    /// The waits that have begun, by their numbers.
    var waiting: [(wait: UInt64, continuation: CheckedContinuation<Bool, Never>)] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Wakes the loop, or makes its next wait return at once.
  package func signal() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isSet = state.isSet || state.waiting.isEmpty
      return state.waiting
    }
    for (_, continuation) in waiting { continuation.resume(returning: true) }
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
    let wait = state.withLock { state in
      state.lastWait += 1
      return state.lastWait
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.isSet {
            state.isSet = false
            return true
          }
          if Task.isCancelled { return false }
          state.waiting.append((wait, continuation))
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.waiting.firstIndex { $0.wait == wait }.map { state.waiting.remove(at: $0).continuation }
      }
      continuation?.resume(returning: false)
    }
  }
}
