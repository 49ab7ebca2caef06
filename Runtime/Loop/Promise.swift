import Synchronization

/// A value that is set once, and that any number of tasks can wait for.
package final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [UInt64: CheckedContinuation<Value, Never>] = [:]
    var lastWaiter: UInt64 = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Sets the value. Only the first call has an effect.
  package func fulfil(_ value: Value) {
    let waiting = state.withLock { state -> [UInt64: CheckedContinuation<Value, Never>] in
      guard state.value == nil else { return [:] }
      state.value = .some(value)
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume(returning: value) }
  }

  /// The value; nil before it is set.
  package var current: Value? { state.withLock { $0.value } }

  /// Waits for the value, also if the task is cancelled.
  package func value() async -> Value {
    let waiter = makeWaiter()
    return await withCheckedContinuation { wait($0, as: waiter) }
  }

  /// Waits for the value, or returns the substitute if the task is cancelled before the value is set.
  package func value(ifCancelled substitute: Value) async -> Value {
    let waiter = makeWaiter()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait(continuation, as: waiter)
        // The task may have been cancelled before it waited.
        if Task.isCancelled { stopWaiting(waiter, with: substitute) }
      }
    } onCancel: {
      stopWaiting(waiter, with: substitute)
    }
  }

  private func makeWaiter() -> UInt64 {
    state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
  }

  private func wait(_ continuation: CheckedContinuation<Value, Never>, as waiter: UInt64) {
    let value: Value? = state.withLock { state in
      if state.value == nil { state.waiting[waiter] = continuation }
      return state.value
    }
    if let value { continuation.resume(returning: value) }
  }

  private func stopWaiting(_ waiter: UInt64, with substitute: Value) {
    state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume(returning: substitute)
  }
}
