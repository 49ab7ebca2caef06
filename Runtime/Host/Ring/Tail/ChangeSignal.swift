import Synchronization

/// A signal for tasks that wait for the ring's next record.
///
/// Without a waiting task, a change costs the load of one word.
final class ChangeSignal: Sendable {
  private struct State {
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var lastID: UInt64 = 0
  }

  private let hasWaiting = Atomic(false)
  private let state = Mutex(State())

  /// Wakes all waiting tasks.
  func changed() {
    // The order is sequentially consistent, as that of the record's number, which was raised before this load. So
    // either this load sees the flag of a waiting task, or that task sees the new number.
    guard hasWaiting.load(ordering: .sequentiallyConsistent) else { return }
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      hasWaiting.store(false, ordering: .sequentiallyConsistent)
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  /// Waits for a change that has not come already, or for the task's cancellation.
  func wait(unless isThere: @Sendable () -> Bool) async {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          hasWaiting.store(true, ordering: .sequentiallyConsistent)
          guard !isThere(), !Task.isCancelled else { return true }
          state.waiting[id] = continuation
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }
}
